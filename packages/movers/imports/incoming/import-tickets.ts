import { isRestricted, ticketsOfOthers } from '#access';
import type { Status } from '#contract/words.ts';
import { importedThing } from '#events';
import {
  addReportWords,
  closeAnswer,
  followTicket,
  indexAllSolved,
  indexChange,
  putAnswer,
  putSearchEntries,
  reopenAnswer,
  resettleTicket,
} from '#memory';
import { orphansOf } from '#people';
import type { Actor, Work } from '#platform';
import { finishTickets, noAdditions, type TicketAdditions } from '../finish-tickets.ts';
import type { ImportRun } from '../import-run.ts';
import { ImportStore, type StoredTicketRow } from '../import-store.ts';
import { DerivedRowStore } from '../imported-row-store.ts';
import { addFieldValues, auditMade, type FieldsHere } from './fields-here.ts';
import { answerOfImport, followParts, labelsWorn } from './follow-parts.ts';
import { comparedValues, type IncomingTicket, type TicketValues, ticketValues } from './incoming-ticket.ts';
import {
  type LabelsHere,
  namedHere,
  type PeopleHere,
  type ProjectsHere,
  peopleNamedIn,
} from './people-and-projects-here.ts';
import { addWorkers, rescue } from './restricted-tickets.ts';
import type { BatchFiles } from './ticket-files.ts';
import { isIdOfHere } from './ticket-ids.ts';
import { addTicketParts } from './ticket-parts.ts';

interface Again {
  readonly ticket: IncomingTicket;
  readonly before: StoredTicketRow;
  readonly values: TicketValues;
  /** Whether an import brought it, or it was reported in this Kwit. */
  readonly hasCome: boolean;
  /** Whether it is restricted, or in a sealed project: it stays in its project then. */
  readonly isConcealed: boolean;
}

/** Makes a ticket that has changed there as it is there, or says why it stays as it is here. */
export async function changeTicketAgain(
  bringing: TicketBatch,
  { ticket, before, values: valuesThere, hasCome, isConcealed }: Again,
  { moved }: BatchOutcome,
): Promise<void> {
  const { work, run } = bringing;
  const { report, rows } = run;
  const row = { number: before.number };
  const thing = { kind: 'ticket', id: ticket.externalId, values: comparedValues(ticket) };
  const values = isConcealed ? placedHere(bringing, valuesThere, before) : valuesThere;
  if (!hasCome) {
    if (differs(values, before))
      report.changedIn('tickets', 'it was reported here and differs: it stays as it is', row);
  } else if (run.hasChanged(thing)) {
    const isPrivateNow = ticket.isRestricted === true && !isRestricted(before);
    if (before.version !== 1) {
      report.changedIn(
        'tickets',
        isPrivateNow ? OPEN_HERE : 'it was changed there and here: it stays as it is here',
        row,
      );
      return;
    }
    report.changedIn('tickets', 'nobody changed it here: it is now as it is there', row);
    if (values.project_id !== valuesThere.project_id)
      report.changedIn('tickets', 'not everybody reads it here: it stays in its project', row);
    if (rows.isTrial) return;
    for (const field of changedNames(values, before)) run.record({ thing: importedThing(before.id), field });
    // People and projects that it names may be new.
    await rows.flush();
    await work.of(ImportStore).changeTicket(before.id, isPrivateNow ? { ...values, restricted: true } : values);
    const count = (status: Status, by: number) => moved.set(status, (moved.get(status) ?? 0) + by);
    count(before.status, -1);
    count(values.status, 1);
    await indexChange(work, before, values);
    await followTicket(work, before, values);
    if (isPrivateNow) {
      addWorkers(bringing, before.id, values.assignee_id);
      await rows.flush();
      await resettleTicket(work, { ...before, ...values }, true);
    }
    await run.noteAgain(thing, work.of(ImportStore));
  }
}

/** A ticket that not everybody reads stays in its project, and with its assignee where that keeps it from the other one. */
const placedHere = (
  { people, projects }: TicketBatch,
  there: TicketValues,
  { project_id, assignee_id }: StoredTicketRow,
) =>
  people.isKeptFrom(there.assignee_id, project_id, projects)
    ? { ...there, project_id, assignee_id }
    : { ...there, project_id };

const OPEN_HERE = 'it is private there and open here, where somebody changed it: it stays as it is here';

/** Columns that follow from others, and so are no value of another product. */
export const DERIVED_COLUMNS: ReadonlySet<string> = new Set([
  ...['priority_rank', 'status_since', 'public_updated_at', 'folded_name'],
]);

const changedNames = (values: TicketValues, before: StoredTicketRow): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    !DERIVED_COLUMNS.has(name) && (before[name as keyof StoredTicketRow] ?? null) !== value ? name : [],
  );

const differs = (values: TicketValues, before: StoredTicketRow): boolean => changedNames(values, before).length > 0;

/** Writes the words of new tickets and comments into the indexes, and makes closing words the answers of their tickets. */
export async function makeTicketsFindable(work: Work<Actor>, { additions, reworded }: BatchOutcome): Promise<void> {
  const tickets = await work.of(ImportStore).tickets([...reworded]);
  await putSearchEntries(work, tickets);
  await addReportWords(work, tickets);
  const answeredIds = additions.flatMap(({ id, summaries }) => (summaries.length > 0 ? id : []));
  const concealed = await work.of(DerivedRowStore).concealed(answeredIds);
  const answered: number[] = [];
  for (const { id, number, reporterId, status, summaries, moves } of additions) {
    const answer = summaries.at(-1);
    if (answer === undefined) continue;
    await putAnswer(work, {
      comment_id: answer.id,
      ticket_id: id,
      number,
      reporter_id: reporterId,
      question: null,
      // Nobody has said whether it is shared (docs/rules/answers.md#question-and-sharing, docs/rules/access.md#answers).
      is_shared: !concealed.has(id),
      is_confirmed: false,
      is_closed: status === 'closed',
      answered_at: answer.at,
    });
    if (moves.some(({ from, at }) => from === 'closed' && at >= answer.at)) await reopenAnswer(work, id);
    if (status === 'closed') await closeAnswer(work, id);
    answered.push(number);
  }
  await indexAllSolved(work, answered);
}

export interface TicketBatch {
  readonly work: Work<Actor>;
  readonly run: ImportRun;
  readonly people: PeopleHere;
  readonly projects: ProjectsHere;
  readonly labels: LabelsHere;
  readonly fields: FieldsHere;
  readonly uploads: BatchFiles;
  /** The ids of those who are to work on restricted tickets. */
  readonly workers: readonly string[];
  /** The labels of the tickets that came before, by the ids of these. */
  readonly worn: ReadonlyMap<string, readonly { readonly label_id: string; readonly name: string }[]>;
}

export interface BatchOutcome {
  /** The number that the last ticket got. */
  number: number;
  /** By how much the totals by status change. */
  readonly moved: Map<Status, number>;
  readonly additions: TicketAdditions[];
  /** The tickets whose words are new. */
  readonly reworded: Set<string>;
}

/**
 * Brings a batch of tickets, with what hangs on them. One that came before and has changed there becomes as it is there,
 * unless somebody has changed it here (docs/rules/moving.md#again).
 */
export async function importTickets(
  opened: Omit<TicketBatch, 'worn'>,
  tickets: readonly IncomingTicket[],
): Promise<void> {
  const { work, run, people, projects } = opened;
  await people.meetAndJoin(work, tickets.flatMap(peopleNamedIn), run);
  await projects.meet(
    work,
    tickets.flatMap(({ project }) => project ?? []),
  );
  const ids = tickets.flatMap(
    ({ externalId }) => run.idOf('ticket', externalId) ?? (isIdOfHere(externalId) ? externalId : []),
  );
  const here = new Map((await work.of(ImportStore).tickets(ids)).map((ticket) => [ticket.id, ticket]));
  const bringing = { ...opened, worn: await labelsWorn(work, run, tickets, here) };
  const others = work.actor === null ? new Set<string>() : await ticketsOfOthers(work, work.actor, [...here.keys()]);
  const concealed = await work.of(DerivedRowStore).concealed([...here.keys()]);
  const isSomeRestricted = bringing.workers.length > 0 && tickets.some(({ isRestricted }) => isRestricted === true);
  const orphans = new Set(isSomeRestricted && here.size > 0 ? await orphansOf(work) : []);
  const number = run.rows.isTrial ? 0 : await work.of(ImportStore).holdNumbers();
  const outcome: BatchOutcome = { number, moved: new Map(), additions: [], reworded: new Set() };
  for (const ticket of tickets) await bringOne(bringing, ticket, { here, others, concealed, orphans }, outcome);
  await run.rows.flush();
  await auditMade(bringing);
  if (run.rows.isTrial) return;
  await finishTickets(work, run, outcome.additions);
  await work.of(ImportStore).raiseNumbers({ number: outcome.number });
  await work.of(ImportStore).countMoved(outcome.moved);
  await makeTicketsFindable(work, outcome);
}

interface TicketsHere {
  readonly here: ReadonlyMap<string, StoredTicketRow>;
  /** Tickets on which whoever imports does not work: this import decides nothing about them. */
  readonly others: ReadonlySet<string>;
  /** Tickets that are restricted, or in a sealed project. */
  readonly concealed: ReadonlySet<string>;
  /** Restricted ones on which nobody works. */
  readonly orphans: ReadonlySet<string>;
}

async function bringOne(
  bringing: TicketBatch,
  ticket: IncomingTicket,
  { here, others, concealed, orphans }: TicketsHere,
  outcome: BatchOutcome,
): Promise<void> {
  const { run } = bringing;
  const { report } = run;
  report.read('tickets');
  const before = here.get(run.idOf('ticket', ticket.externalId) ?? ticket.externalId);
  if (before !== undefined && others.has(before.id)) {
    report.merged('tickets');
    report.changedIn('tickets', 'it is not yours to change: it stays as it is', { id: ticket.externalId });
    return;
  }
  const named = namedHere(bringing, ticket);
  const values = ticketValues(ticket, named, before?.created_at ?? run.now);
  if (named.isBlind)
    report.repairedIn('tickets', 'its assignee does not see its project: nobody is assigned', {
      id: ticket.externalId,
    });
  if (before !== undefined) {
    report.merged('tickets');
    const hasCome = run.has('ticket', ticket.externalId);
    const isConcealed = concealed.has(before.id);
    await changeTicketAgain(bringing, { ticket, before, values, hasCome, isConcealed }, outcome);
    if (!hasCome) return;
    if (ticket.isRestricted === true && orphans.has(before.id)) await rescue(bringing, before);
    const summary_comment_id = await answerOfImport(bringing, ticket, before);
    const additions = noAdditions(before.id, before, { ...before, summary_comment_id });
    await followParts(bringing, ticket, additions, outcome);
    addTicketParts(bringing, ticket, additions, outcome);
    if (await addFieldValues(bringing, ticket, additions)) outcome.reworded.add(before.id);
  } else if (run.has('ticket', ticket.externalId)) {
    report.merged('tickets');
    report.changedIn('tickets', 'it was removed here', { id: ticket.externalId });
  } else {
    report.imported('tickets');
    await addFieldValues(bringing, ticket, addTicket(bringing, ticket, values, outcome));
  }
}

function addTicket(
  bringing: TicketBatch,
  ticket: IncomingTicket,
  values: TicketValues,
  outcome: BatchOutcome,
): TicketAdditions {
  const { run } = bringing;
  const id = run.newId(values.created_at);
  const number = Math.max(outcome.number + 1, ticket.number ?? 0);
  outcome.number = number;
  run.rows.add('tickets', {
    id,
    number,
    ...values,
    order_index: 0,
    version: 1,
    public_version: 1,
    event_seq: 0,
    was_closed: false,
    restricted: ticket.isRestricted ?? false,
  });
  run.note({ kind: 'ticket', id: ticket.externalId, values: comparedValues(ticket) }, id, true);
  run.recordTicket(id, number);
  outcome.moved.set(values.status, (outcome.moved.get(values.status) ?? 0) + 1);
  outcome.reworded.add(id);
  if (ticket.isRestricted) addWorkers(bringing, id, values.assignee_id);
  addOrigin(run, ticket, values, id);
  const additions = noAdditions(id, { ...values, number }, null);
  addTicketParts(bringing, ticket, additions, outcome);
  return additions;
}

function addOrigin(run: ImportRun, { origin }: IncomingTicket, { created_at }: TicketValues, ticket_id: string): void {
  if (origin === null) return;
  const id = run.newId(created_at);
  run.rows.add('external_references', { id, ticket_id, ref_type: 'other', ...origin, created_by: null, created_at });
}
