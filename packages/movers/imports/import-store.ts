import { sql } from 'kysely';
import type { Status } from '#contract/tickets.ts';
import { type Connection, compiled, type Instant, updateById } from '#platform';
import { flag, type ImportTable } from '#records';

/** What is kept of a row of another product. */
export type KnownRow = Pick<ImportTable, 'kind' | 'external_id' | 'kwit_id' | 'sha256'>;

const known = compiled((db, p: { source: string }) =>
  db.selectFrom('imports').select(['kind', 'external_id', 'kwit_id', 'sha256']).where('source', '=', p.source),
);

const knownAmong = compiled(
  (_, p: { source: string; ids: string }, { texts }) =>
    sql<KnownRow>`select kind, external_id, kwit_id, sha256 from imports
    where external_id in (select value from ${texts(p.ids)}) and source = ${p.source}`,
);

const setHash = compiled((db, p: { source: string; kind: string; external: string; sha256: string }) =>
  db
    .updateTable('imports')
    .set({ sha256: p.sha256 })
    .where('external_id', '=', p.external)
    .where('kind', '=', p.kind)
    .where('source', '=', p.source),
);

const ticketNumber = compiled((db, p: { external: string }) =>
  db
    .selectFrom('imports')
    .innerJoin('tickets', 'tickets.id', 'imports.kwit_id')
    .select('tickets.number')
    .where('imports.kind', '=', sql.lit('ticket'))
    .where('imports.external_id', '=', p.external),
);

const TICKET_COLUMNS = [
  'id',
  'number',
  'version',
  'status',
  'event_seq',
  'summary_comment_id',
  'reporter_id',
  'assignee_id',
  'created_at',
] as const;

const people = compiled((db) => db.selectFrom('users').select(['id', 'email']));
const numbers = compiled((db) => db.selectFrom('tickets').select(TICKET_COLUMNS));
const linkedTasks = compiled((db) => db.selectFrom('dev_tasks').select('ticket_id').where('ticket_id', 'is not', null));
const relations = compiled((db) => db.selectFrom('ticket_relations').select(['from_id', 'to_id']));

const addRun = compiled((db, p: { id: string; source: string; now: Instant; options: string; file: string | null }) =>
  db.insertInto('import_runs').values({
    id: p.id,
    source: p.source,
    began_at: p.now,
    ended_at: null,
    file_sha256: p.file,
    done_rows: 0,
    options: p.options,
    report: null,
  }),
);
const endRun = compiled((db, p: { id: string; now: Instant; report: string }) =>
  db.updateTable('import_runs').set({ ended_at: p.now, report: p.report }).where('id', '=', p.id),
);

const raise = compiled(
  (_, p: { number: number }) =>
    sql`update counters set value = ${p.number} where name = 'ticket_number' and value < ${p.number}`,
);
const lastNumber = compiled((db, _: object, dialect) =>
  dialect.held(db.selectFrom('counters').select('value').where('name', '=', sql.lit('ticket_number'))),
);
const countMoved = compiled((db, p: { name: string; by: number }) =>
  db
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', p.by) }))
    .where('name', '=', p.name),
);

/** A ticket has one closure summary. */
const unmarkOthers = compiled((db, p: { ticket: string; comment: string }) =>
  db
    .updateTable('comments')
    .set({ is_closure_summary: false })
    .where('ticket_id', '=', p.ticket)
    .where('is_closure_summary', '=', flag(true))
    .where('id', '<>', p.comment),
);

const changeTicket = updateById('tickets');

/** What a ticket in Kwit has that an import adds to. */
export interface TicketHere {
  readonly id: string;
  readonly number: number;
  readonly version: number;
  readonly status: Status;
  readonly event_seq: number;
  readonly summary_comment_id: string | null;
  readonly reporter_id: string;
  readonly assignee_id: string | null;
  readonly created_at: Instant;
}

/** What came from other products, and rows that come from them now. */
export class ImportStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Every row that came from there. */
  known(source: string): Promise<KnownRow[]> {
    return this.#connection.all(known, { source });
  }

  /** Those of these rows that came from there. @param ids their ids there. */
  knownAmong(source: string, ids: readonly string[]): Promise<KnownRow[]> {
    return this.#connection.all(knownAmong, { source, ids: JSON.stringify(ids) });
  }

  /** Notes of a row how it is there now. */
  async setHash(row: { source: string; kind: string; external: string; sha256: string }): Promise<void> {
    await this.#connection.change(setHash, row);
  }

  /** The number of the ticket that had this id in another product. */
  async ticketNumber(external: string): Promise<number | undefined> {
    return (await this.#connection.first(ticketNumber, { external }))?.number;
  }

  people(): Promise<{ id: string; email: string }[]> {
    return this.#connection.all(people);
  }

  tickets(): Promise<TicketHere[]> {
    return this.#connection.all(numbers);
  }

  /** The tickets that have a task. */
  async ticketsWithTask(): Promise<string[]> {
    return (await this.#connection.all(linkedTasks)).flatMap(({ ticket_id }) => ticket_id ?? []);
  }

  relations(): Promise<{ from_id: string; to_id: string }[]> {
    return this.#connection.all(relations);
  }

  async addRun(run: { id: string; source: string; now: Instant; options: string; file: string | null }): Promise<void> {
    await this.#connection.change(addRun, run);
  }

  async endRun(id: string, now: Instant, report: string): Promise<void> {
    await this.#connection.change(endRun, { id, now, report });
  }

  /** The last number that a ticket got. Nobody else gets one until the transaction ends. */
  async holdNumbers(): Promise<number> {
    return (await this.#connection.only(lastNumber)).value;
  }

  /** The next ticket's number is above this one. */
  async raiseNumbers(number: number): Promise<void> {
    await this.#connection.change(raise, { number });
  }

  /** Counts tickets by status, in alphabetical order, so that two transactions never deadlock. */
  async countMoved(moved: ReadonlyMap<Status, number>): Promise<void> {
    for (const [status, by] of [...moved].sort(([a], [b]) => (a < b ? -1 : 1)))
      await this.#connection.change(countMoved, { name: `status:${status}`, by });
  }

  async changeTicket(id: string, changes: Parameters<typeof changeTicket>[0]): Promise<void> {
    await this.#connection.change(changeTicket(changes), { ...changes, id });
  }

  async unmarkOtherSummaries(ticket: string, comment: string): Promise<void> {
    await this.#connection.change(unmarkOthers, { ticket, comment });
  }
}
