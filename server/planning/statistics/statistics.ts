import { internalScopeOf, knowableScopesOf, scopesOf, standing } from '#access';
import type { AnswerStatistics } from '#contract/answer-statistics.ts';
import type { Overview, Workload, WorkloadPerson, WorkloadRow } from '#contract/statistics.ts';
import type { Status } from '#contract/words.ts';
import { peopleNamed } from '#memory';
import { type Person, pick, startOfDay, type Work } from '#platform';
import { HelpedStore } from './helped-store.ts';
import { COUNT_GROUPS, type CountGroup, StatisticsStore } from './statistics-store.ts';

const SHOWN = 20;

/** The answers that helped most often, and the tickets that left `closed` most often. */
export async function showAnswers(work: Work): Promise<AnswerStatistics> {
  const scope = internalScopeOf(work.actor);
  const helped = await work.of(HelpedStore).mostHelpful(scope, SHOWN);
  const write = await peopleNamed(
    work,
    helped.map((answer) => answer.summary_content ?? ''),
  );
  return {
    generated_at: work.now,
    helped: helped.map((answer) => ({
      ...answer,
      summary_content: answer.summary_content === null ? null : write(answer.summary_content, true),
    })),
    reopened: await work.of(HelpedStore).mostReopened(scope, SHOWN),
  };
}

/** How many rows a group of the workload has at most. */
const ROWS = 500;

/** Counts the tickets that the caller may see by status, and those closed today (UTC). */
export async function showOverview(work: Work): Promise<Overview> {
  const scopes = scopesOf(work.actor);
  return {
    ...(await work.of(StatisticsStore).counts(scopes)),
    closed_today: await work.of(StatisticsStore).closedSince(startOfDay(work.now), scopes),
  };
}

/** The workload of each person. A row of a ticket that the caller may not open has neither title nor reporter. */
export async function showWorkload(work: Work): Promise<Workload> {
  const scopes = knowableScopesOf(work.actor);
  const counts = await work.of(StatisticsStore).counts(scopes);
  const groups: Partial<Record<CountGroup, WorkloadRow[]>> = {};
  for (const group of Object.keys(COUNT_GROUPS) as CountGroup[]) {
    groups[group] = (await work.of(StatisticsStore).group(group, scopes, ROWS)).map((ticket) =>
      workloadRow(ticket, work.actor),
    );
  }
  const people = peopleOf(await work.of(StatisticsStore).byAssignee(scopes));
  const { in_progress, blocked, submitted, verified, waiting } = counts;
  const queue = verified + waiting;
  return {
    ...groups,
    people,
    _stats: { in_progress, queue, blocked, submitted, open: in_progress + queue + blocked + submitted },
  } as Workload;
}

type Counted = Awaited<ReturnType<StatisticsStore['byAssignee']>>[number];

/** The busiest first, and last the tickets without an assignee. */
function peopleOf(counted: readonly Counted[]): WorkloadPerson[] {
  const people = [...Map.groupBy(counted, ({ assignee_id }) => assignee_id)].map(([assignee_id, rows]) => {
    const of = (status: Status) => rows.reduce((sum, row) => (row.status === status ? sum + row.value : sum), 0);
    return {
      assignee_id,
      assignee_name: rows[0]?.assignee_name ?? null,
      submitted: of('submitted'),
      verified: of('verified'),
      in_progress: of('in_progress'),
      waiting: of('waiting'),
      blocked: of('blocked'),
      may_open: rows.reduce((sum, row) => sum + row.may_open, 0),
    };
  });
  const open = (person: WorkloadPerson) =>
    person.submitted + person.verified + person.in_progress + person.waiting + person.blocked;
  return people.sort((a, b) => Number(a.assignee_id === null) - Number(b.assignee_id === null) || open(b) - open(a));
}

type Row = Awaited<ReturnType<StatisticsStore['group']>>[number];

/** The fields of a ticket of the workload that everybody is told. */
const TOLD = ['id', 'number', 'status', 'priority', 'category', 'planned_date', 'created_at', 'updated_at'] as const;

function workloadRow(ticket: Row, person: Person): WorkloadRow {
  const row = pick(ticket, ...TOLD, 'assignee_id', 'assignee_name');
  if (standing(person, ticket) === 'none') return { ...row, can_open: false };
  return { ...row, ...pick(ticket, 'title', 'reporter_id', 'reporter_name'), can_open: true };
}
