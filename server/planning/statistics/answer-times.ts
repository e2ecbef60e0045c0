import { internalScopeOf, isHidden } from '#access';
import type { AnswerTimeFilter, AnswerTimeRow, AnswerTimes } from '#contract/answer-times.ts';
import { ANSWER_TIME_GROUPINGS, type AnswerTimeGrouping } from '#contract/due-words.ts';
import type { FieldName } from '#contract/fields.ts';
import { DAY, type Instant, invalidField, type Person, shifted, startOfDay, type Work } from '#platform';
import { fieldsOfFigures, optionsOf } from '#tickets';
import { AnswerTimeStore, type CountedWait } from './answer-time-store.ts';
import { nearestRank } from './figure-cases.ts';

/** Twelve weeks, today among them. */
const USUAL_DAYS = 84;
const MOST_DAYS = 1_096;

const midnight = (day: string): Instant => `${day}T00:00:00.000Z`;

/** @throws Failure `validation_error` for a period that ends before it begins, or is too long. */
function periodOf({ now }: Work, { from, to }: AnswerTimeFilter) {
  const last = to ?? now.slice(0, 10);
  const first = from ?? shifted(midnight(last), -(USUAL_DAYS - 1) * DAY).slice(0, 10);
  const days = (Date.parse(last) - Date.parse(first)) / DAY + 1;
  if (days < 1) throw invalidField('to', 'minimum', 'Name a last day that is not before the first one.');
  if (days > MOST_DAYS) throw invalidField('from', 'maximum', `Ask for at most ${MOST_DAYS} days.`);
  return { from: first, to: last, period: { from: midnight(first), until: shifted(midnight(last), DAY) } };
}

/** The Monday of the week in which a moment lies. */
function mondayOf(at: Instant): string {
  const day = startOfDay(at);
  return shifted(day, -((new Date(day).getUTCDay() + 6) % 7) * DAY).slice(0, 10);
}

function counted(waits: readonly CountedWait[], now: Instant): AnswerTimes['total'] {
  const count = (isIt: (wait: CountedWait) => boolean) => waits.filter(isIt).length;
  const used = waits.flatMap(({ used_minutes }) => used_minutes ?? []).sort((a, b) => a - b);
  const isRunning = ({ ended_by }: CountedWait) => ended_by === null;
  return {
    waits: waits.length,
    answered: count((wait) => !isRunning(wait)),
    kept: count(({ result }) => result === 'kept'),
    missed: count(
      (wait) => wait.result === 'missed' || (isRunning(wait) && wait.due_at !== null && wait.due_at <= now),
    ),
    running: count(isRunning),
    p50: nearestRank(used, 0.5),
    p85: nearestRank(used, 0.85),
    p95: nearestRank(used, 0.95),
    n: used.length,
  };
}

interface Group {
  readonly key: string | null;
  readonly name: string | null;
}

const NONE: Group = { key: null, name: null };

const GROUP_OF: Readonly<Record<Exclude<AnswerTimeGrouping, 'label'>, (wait: CountedWait, person: Person) => Group>> = {
  week: ({ since }) => ({ key: mondayOf(since), name: null }),
  project: ({ project_id, project_name }, person) =>
    isHidden(person, project_id) ? NONE : { key: project_id, name: project_name },
  category: ({ category }) => ({ key: category, name: null }),
  target: ({ target_id, target_name }) => ({ key: target_id, name: target_id === null ? null : target_name }),
};

/** Weeks in their order, all else by how much there is; what belongs to none comes last. */
const inOrder = (by: AnswerTimes['by']) => (a: AnswerTimeRow, b: AnswerTimeRow) =>
  Number(a.key === null) - Number(b.key === null) ||
  (by === 'week' ? 0 : b.waits - a.waits) ||
  ((a.key ?? '') < (b.key ?? '') ? -1 : 1);

/** The groups to which each wait belongs: of labels and options several. @throws Failure as `fieldsOfFigures`. */
async function grouping(work: Work, by: AnswerTimes['by'], period: { from: Instant; until: Instant }) {
  const simple = ANSWER_TIME_GROUPINGS.find((candidate) => candidate === by);
  if (simple !== undefined && simple !== 'label')
    return (wait: CountedWait): readonly Group[] => [GROUP_OF[simple](wait, work.actor)];
  const rows = simple === 'label' ? await work.of(AnswerTimeStore).labels(period) : await optionsIn(work, by, period);
  const byTicket = Map.groupBy(rows, ({ ticket_id }) => ticket_id);
  return (wait: CountedWait): readonly Group[] =>
    byTicket.get(wait.ticket_id)?.map(({ id, name }) => ({ key: id, name })) ?? [NONE];
}

async function optionsIn(work: Work, by: string, period: { from: Instant; until: Instant }) {
  const field = (await fieldsOfFigures(work, {}, by as FieldName)).by;
  const options = field === null ? [] : optionsOf(field);
  const nameOf = (item: string) => options.find(({ key }) => key === item)?.name[work.actor.language] ?? item;
  const said = field === null ? [] : await work.of(AnswerTimeStore).options(field, period);
  return said.flatMap(({ ticket_id, keys }) =>
    (keys?.split(',') ?? []).map((key) => ({ ticket_id, id: key, name: nameOf(key) })),
  );
}

/** How people who waited were answered in a period, by its wait's beginning, of tickets that the caller works on or reads. */
export async function showAnswerTimes(work: Work, filter: AnswerTimeFilter): Promise<AnswerTimes> {
  const { by = 'week' } = filter;
  const { from, to, period } = periodOf(work, filter);
  const store = work.of(AnswerTimeStore);
  const waits = await store.waits(internalScopeOf(work.actor), period);
  const groupsOf = await grouping(work, by, period);
  const groups = new Map<string | null, { group: Group; waits: CountedWait[] }>();
  for (const wait of waits)
    for (const group of groupsOf(wait))
      groups.getOrInsertComputed(group.key, () => ({ group, waits: [] })).waits.push(wait);
  const rows = [...groups.values()].map(({ group, waits: some }) => ({ ...group, ...counted(some, work.now) }));
  return { from, to, by, rows: rows.sort(inOrder(by)), total: counted(waits, work.now) };
}
