import { UUID } from '#contract/scalars.ts';
import type { Status } from '#contract/words.ts';
import type { Actor, Work } from '#platform';
import { finishTickets, type TicketAdditions } from '../finish-tickets.ts';
import { ImportBatchStore, type StoredTicketRow } from '../import-batch-store.ts';
import type { ImportRun } from '../import-run.ts';
import { ImportStore } from '../import-store.ts';
import { changeTicketAgain } from './change-ticket-again.ts';
import { hangOnTicket } from './hang-on-ticket.ts';
import type { IncomingPerson, IncomingTicket } from './incoming-ticket.ts';
import { keptAnswer } from './kept-answer.ts';
import { makeTicketsFindable } from './make-tickets-findable.ts';
import type { PeopleHere } from './people-here.ts';
import type { ProjectsHere } from './projects-here.ts';
import type { KeptOfBatch } from './ticket-files.ts';
import { comparedValues, type TicketValues, ticketValues } from './ticket-values.ts';

/** What a batch of tickets is brought with. */
export interface Bringing {
  readonly work: Work<Actor>;
  readonly run: ImportRun;
  readonly people: PeopleHere;
  readonly projects: ProjectsHere;
  readonly kept: KeptOfBatch;
}

/** What a batch has changed, and has to be followed by. */
export interface BatchOutcome {
  /** The number that the last ticket got. */
  number: number;
  /** By how much the totals by status change. */
  readonly moved: Map<Status, number>;
  readonly additions: TicketAdditions[];
  /** The tickets whose words are new. */
  readonly reworded: Set<string>;
}

const ID = new RegExp(UUID);

/**
 * Brings a batch of tickets, with what hangs on them. One that came before and has changed there becomes as it is there,
 * unless somebody has changed it here (docs/rules/moving.md#again).
 */
export async function bringTickets(bringing: Bringing, tickets: readonly IncomingTicket[]): Promise<void> {
  const { work, run, people, projects } = bringing;
  await people.meet(work, tickets.flatMap(peopleNamedIn));
  await projects.meet(
    work,
    tickets.flatMap(({ project }) => project ?? []),
  );
  const ids = tickets.flatMap(
    ({ externalId }) => run.idOf('ticket', externalId) ?? (ID.test(externalId) ? externalId : []),
  );
  const here = new Map((await work.of(ImportBatchStore).tickets(ids)).map((ticket) => [ticket.id, ticket]));
  const number = run.rows.isTrial ? 0 : await work.of(ImportStore).holdNumbers();
  const outcome: BatchOutcome = { number, moved: new Map(), additions: [], reworded: new Set() };
  for (const ticket of tickets) await bringOne(bringing, ticket, here, outcome);
  await run.rows.flush();
  if (run.rows.isTrial) return;
  await finishTickets(work, run, outcome.additions);
  await work.of(ImportStore).raiseNumbers(outcome.number);
  await work.of(ImportStore).countMoved(outcome.moved);
  await makeTicketsFindable(work, outcome);
}

/** Everybody whom a ticket and what hangs on it name. */
export function peopleNamedIn({ reporter, assignee, answer, comments, moves }: IncomingTicket): IncomingPerson[] {
  const all = [
    reporter,
    assignee,
    answer?.author,
    ...comments.map(({ author }) => author),
    ...moves.map(({ by }) => by),
  ];
  return all.filter((person) => person !== null && person !== undefined);
}

async function bringOne(
  bringing: Bringing,
  ticket: IncomingTicket,
  here: ReadonlyMap<string, StoredTicketRow>,
  outcome: BatchOutcome,
): Promise<void> {
  const { run } = bringing;
  const { report } = run;
  report.read('tickets');
  const before = here.get(run.idOf('ticket', ticket.externalId) ?? ticket.externalId);
  const values = ticketValues(ticket, namedHere(bringing, ticket), before?.created_at ?? run.now);
  if (before !== undefined) {
    report.merged('tickets');
    const hasCome = run.has('ticket', ticket.externalId);
    await changeTicketAgain(bringing, { ticket, before, values, hasCome }, outcome);
    if (hasCome)
      hangOnTicket(bringing, ticket, additionsTo(before, await keptAnswer(bringing, ticket, before)), outcome);
  } else if (run.has('ticket', ticket.externalId)) {
    report.merged('tickets');
    report.changedIn('tickets', 'it was removed here', { id: ticket.externalId });
  } else {
    report.imported('tickets');
    addTicket(bringing, ticket, values, outcome);
  }
}

function namedHere({ run, people, projects }: Bringing, { reporter, assignee, project }: IncomingTicket) {
  return {
    projectId: projects.idOf(project, run),
    reporterId: people.idOf(reporter, run) ?? people.nobody(run),
    assigneeId: people.idOf(assignee, run),
  };
}

function addTicket(bringing: Bringing, ticket: IncomingTicket, values: TicketValues, outcome: BatchOutcome): void {
  const { run } = bringing;
  const id = run.newId(values.created_at);
  outcome.number += 1;
  const { number } = outcome;
  run.rows.add('tickets', {
    ...{ id, number, ...values, order_index: 0 },
    ...{ version: 1, public_version: 1, event_seq: 0, was_closed: false },
  });
  run.note({ kind: 'ticket', id: ticket.externalId, values: comparedValues(ticket) }, id);
  outcome.moved.set(values.status, (outcome.moved.get(values.status) ?? 0) + 1);
  outcome.reworded.add(id);
  const additions: TicketAdditions = {
    ...{ id, number, isNew: true, createdAt: values.created_at, status: values.status },
    ...{ reporterId: values.reporter_id, assigneeId: values.assignee_id, projectId: values.project_id },
    ...{ category: values.category, priority: values.priority, urgency: values.urgency_reporter },
    ...{ events: 0, moves: [], summaries: [], summary: null, hasNewComments: false },
  };
  addOrigin(run, ticket, values, id);
  hangOnTicket(bringing, ticket, additions, outcome);
}

function addOrigin(run: ImportRun, { origin }: IncomingTicket, { created_at }: TicketValues, ticket_id: string): void {
  if (origin === null) return;
  const id = run.newId(created_at);
  run.rows.add('external_references', { id, ticket_id, ref_type: 'other', ...origin, created_by: null, created_at });
}

/** What is added to a ticket that came before. @param summary the answer that it keeps. */
const additionsTo = (before: StoredTicketRow, summary: string | null): TicketAdditions => ({
  ...{ id: before.id, number: before.number, isNew: false, createdAt: before.created_at, status: before.status },
  ...{ reporterId: before.reporter_id, assigneeId: before.assignee_id, projectId: before.project_id },
  ...{ category: before.category, priority: before.priority, urgency: before.urgency_reporter },
  ...{ events: before.event_seq, moves: [], summaries: [], hasNewComments: false },
  summary,
});
