import { internalScopeOf } from '#access';
import {
  type AnsweredThisMonth,
  type Durations,
  FEWEST_FOR_SHARES,
  FIGURE_GROUPINGS,
  type FigureFilter,
  type FigureGroup,
  type FigureGrouping,
  type Figures,
  type FigureWeek,
} from '#contract/figures.ts';
import { DAY, type Instant, invalidField, shifted, startOfDay, type Work } from '#platform';
import { LabelStore } from '../labels/label-store.ts';
import { listSeenProjects } from '../projects/project-store.ts';
import { TeamStore } from '../seeing/team-store.ts';
import {
  type FigureScope,
  FiguresStore,
  type OpenDays,
  type ReopenedClosing,
  type TakenMinutes,
} from './figures-store.ts';

/** The period when none is named, today among it. */
const USUAL_DAYS = 84;
/** Three years, and a day for the leap year. */
const MOST_DAYS = 1_096;
const WITHIN_DAYS = 30;

/**
 * What a period was like (docs/rules/statistics.md#figures): how soon people were answered, what came and went, what was
 * open, by week, project, category, label, team and month. It counts what the caller sees with everything on it.
 *
 * @throws Failure `validation_error` for a period that ends before it begins, or has over three years.
 */
export async function showFigures(work: Work, filter: FigureFilter): Promise<Figures> {
  const wanted = wantedBy(work, filter);
  const store = work.of(FiguresStore);
  const [replies, answers, open, reopenings, answered_without_ticket, names] = await Promise.all([
    store.toReply(wanted),
    store.toAnswer(wanted),
    store.openDays(wanted),
    store.reopenings(wanted),
    store.withoutTicket(wanted),
    namesOf(work),
  ]);
  const closings = closingsOf(wanted, open, reopenings);
  return {
    generated_at: work.now,
    from: dayOf(wanted.from),
    to: dayOf(shifted(wanted.until, -DAY)),
    reported: sum(replies.map(({ tickets }) => tickets)),
    closed: sum(closings.map(({ tickets }) => tickets)),
    reopened_within_30_days: sum(closings.map(({ isShort, tickets }) => (isShort ? tickets : 0))),
    answered_without_ticket,
    first_reply: spreadOf(minutesOf(replies)),
    answer: spreadOf(minutesOf(answers)),
    weeks: weeksOf(wanted, open, reopenings),
    by: Object.fromEntries(
      FIGURE_GROUPINGS.map((grouping) => [grouping, groupsOf(grouping, replies, answers, names)]),
    ) as Figures['by'],
  };
}

/** How many people an answer helped in this calendar month who then reported nothing. */
export async function showAnsweredThisMonth(work: Work): Promise<AnsweredThisMonth> {
  const month = work.now.slice(0, 7);
  const period = { from: `${month}-01T00:00:00.000Z`, until: shifted(startOfDay(work.now), DAY) };
  const all = { scope: internalScopeOf(work.actor), projectId: null, teamId: null, labelId: null, category: null };
  return { month, answered_without_ticket: await work.of(FiguresStore).withoutTicket({ ...all, ...period }) };
}

const dayOf = (at: Instant): string => at.slice(0, 10);
const startOf = (day: string): Instant => `${day}T00:00:00.000Z`;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function wantedBy(work: Work, { from, to, project_id, category, team_id, label_id }: FigureFilter): FigureScope {
  const until = shifted(to === undefined ? startOfDay(work.now) : startOf(to), DAY);
  const begin = from === undefined ? shifted(until, -USUAL_DAYS * DAY) : startOf(from);
  const days = (Date.parse(until) - Date.parse(begin)) / DAY;
  if (days < 1) throw invalidField('to', 'out_of_range', 'The last day is before the first.');
  if (days > MOST_DAYS) throw invalidField('from', 'out_of_range', `Choose a period of at most ${MOST_DAYS} days.`);
  return {
    scope: internalScopeOf(work.actor),
    ...{ from: begin, until, projectId: project_id ?? null, teamId: team_id ?? null },
    ...{ labelId: label_id ?? null, category: category ?? null },
  };
}

type Names = Readonly<Record<'project' | 'label' | 'team', ReadonlyMap<string, string>>>;

async function namesOf(work: Work): Promise<Names> {
  const [projects, labels, teams] = await Promise.all([
    listSeenProjects(work),
    work.of(LabelStore).list(),
    work.of(TeamStore).list(),
  ]);
  const named = (rows: readonly { readonly id: string; readonly name: string }[]) =>
    new Map(rows.map(({ id, name }) => [id, name]));
  return { project: named(projects), label: named(labels), team: named(teams) };
}

/** The value within which this share of sorted values lies: the nearest rank. */
const at = (sorted: readonly number[], share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;

const minutesOf = (rows: readonly TakenMinutes[]): number[] => rows.flatMap(({ minutes }) => minutes);

/** How long something took. */
export function spreadOf(minutes: readonly number[]): Durations {
  const sorted = Float64Array.from(minutes).sort();
  const values = [...sorted];
  if (values.length < FEWEST_FOR_SHARES)
    return { count: values.length, p50_minutes: null, p85_minutes: null, p95_minutes: null, points: values };
  const [p50_minutes, p85_minutes, p95_minutes] = [0.5, 0.85, 0.95].map((share) => at(values, share)) as [
    number,
    number,
    number,
  ];
  return { count: values.length, p50_minutes, p85_minutes, p95_minutes, points: [] };
}

const KEYS: Readonly<Record<FigureGrouping, (row: TakenMinutes) => readonly (string | null)[]>> = {
  project: ({ project_id }) => [project_id],
  category: ({ category }) => [category],
  label: ({ label_ids }) => (label_ids.length === 0 ? [null] : label_ids),
  team: ({ team_id }) => [team_id],
  month: ({ month }) => [month],
};

/** The tickets of each key; a ticket with several labels is in several groups. */
function byKey(grouping: FigureGrouping, rows: readonly TakenMinutes[]): Map<string | null, TakenMinutes[]> {
  const keyed = rows.flatMap((row) => KEYS[grouping](row).map((key) => ({ key, row })));
  return new Map(
    [...Map.groupBy(keyed, ({ key }) => key)].map(([key, some]) => [key, some.map(({ row }) => row)] as const),
  );
}

/** The same figures for each project, category, label, team or month: months in their order, others by what was reported. */
export function groupsOf(
  grouping: FigureGrouping,
  replies: readonly TakenMinutes[],
  answers: readonly TakenMinutes[],
  names: Names,
): FigureGroup[] {
  const [replied, answered] = [byKey(grouping, replies), byKey(grouping, answers)];
  const groups = [...new Set([...replied.keys(), ...answered.keys()])].map((one): FigureGroup => {
    const [came, went] = [replied.get(one) ?? [], answered.get(one) ?? []];
    return {
      key: one,
      name: one === null || grouping === 'category' || grouping === 'month' ? one : (names[grouping].get(one) ?? null),
      reported: sum(came.map(({ tickets }) => tickets)),
      closed: sum(went.map(({ tickets }) => tickets)),
      first_reply: spreadOf(minutesOf(came)),
      answer: spreadOf(minutesOf(went)),
    };
  });
  return grouping === 'month'
    ? groups.sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1))
    : groups.sort((a, b) => b.reported - a.reported || (String(a.name) < String(b.name) ? -1 : 1));
}

interface Closing {
  readonly day: string;
  readonly tickets: number;
  /** Whether it left `closed` again within 30 days. */
  readonly isShort: boolean;
}

/** Each closing of the period, those that did not hold among them. */
function closingsOf(
  { from, until }: FigureScope,
  open: readonly OpenDays[],
  reopenings: readonly ReopenedClosing[],
): Closing[] {
  const [first, after] = [dayOf(from), dayOf(until)];
  const last = open.flatMap(({ closed, tickets }) =>
    closed === null ? [] : [{ day: closed, tickets, isShort: false }],
  );
  const others = reopenings.map(({ closed_at, reopened_at }) => ({
    day: dayOf(closed_at),
    tickets: 1,
    isShort: Date.parse(reopened_at) - Date.parse(closed_at) <= WITHIN_DAYS * DAY,
  }));
  return [...last, ...others].filter(({ day }) => day >= first && day < after);
}

/** Days since 1970, of which the fourth was the first Monday but one. */
const numberOf = (day: string): number => Date.parse(day) / DAY;
const mondayOf = (day: number): number => Math.floor((day - 4) / 7) * 7 + 4;

const AGES = [
  ['open', 0],
  ['open_over_7_days', 7],
  ['open_over_30_days', 30],
] as const;

/** What came and went in each week, and what was open when it ended. */
export function weeksOf(
  wanted: FigureScope,
  open: readonly OpenDays[],
  reopenings: readonly ReopenedClosing[],
): FigureWeek[] {
  const [first, after] = [numberOf(dayOf(wanted.from)), numberOf(dayOf(wanted.until))];
  const begin = mondayOf(first);
  const weeks = Array.from({ length: Math.ceil((after - begin) / 7) }, (_, index) => ({
    week: dayOf(new Date((begin + 7 * index) * DAY).toISOString()),
    ...{ reported: 0, closed: 0, reopened: 0, open: 0, open_over_7_days: 0, open_over_30_days: 0 },
  }));
  const indexOf = (day: number): number => Math.floor((day - begin) / 7);
  const add = (field: 'reported' | 'closed' | 'reopened', day: number, tickets: number): void => {
    const week = weeks[indexOf(day)];
    if (week !== undefined && day >= first && day < after) week[field] += tickets;
  };
  /** Counts tickets as open at the end of each week from one day on and until another. */
  const stay = (reported: number, from: number, until: number, tickets: number): void => {
    const last = until >= after ? weeks.length : indexOf(until);
    for (const [field, days] of AGES) {
      const since = Math.max(reported + days, from);
      if (since >= after) continue;
      for (const week of weeks.slice(Math.max(indexOf(since), 0), Math.max(last, 0))) week[field] += tickets;
    }
  };
  for (const { reported, closed, tickets } of open) {
    const day = numberOf(reported);
    add('reported', day, tickets);
    stay(day, day, closed === null ? after : numberOf(closed), tickets);
  }
  for (const { day, tickets } of closingsOf(wanted, open, reopenings)) add('closed', numberOf(day), tickets);
  for (const { reported, closed_at, reopened_at } of reopenings) {
    const reopened = numberOf(dayOf(reopened_at));
    add('reopened', reopened, 1);
    stay(numberOf(reported), numberOf(dayOf(closed_at)), reopened, -1);
  }
  return weeks;
}
