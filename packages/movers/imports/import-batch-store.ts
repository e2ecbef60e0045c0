import { type Selectable, sql } from 'kysely';
import { type Connection, compiled, type Instant } from '#platform';
import type { ImportRunTable, TicketTable } from '#records';

/** A ticket as the database has it. */
export type StoredTicketRow = Selectable<TicketTable>;

const tickets = compiled((db, p: { ids: string }, dialect) =>
  db
    .selectFrom('tickets')
    .selectAll()
    .where(dialect.among(sql.ref('tickets.id'), p.ids)),
);

const people = compiled(
  (_, p: { emails: string }, { texts }) =>
    sql<{ id: string; email: string; role: 'user' | 'developer' }>`
    select id, email, role from users where email in (select value from ${texts(p.emails)})`,
);

const projects = compiled(
  (_, p: { names: string }, { texts }) =>
    sql<{ id: string; name: string }>`
    select id, name from projects where name in (select value from ${texts(p.names)}) order by id desc`,
);

const run = compiled((db, p: { id: string }, dialect) =>
  dialect.held(db.selectFrom('import_runs').selectAll().where('id', '=', p.id)),
);

const unfinished = compiled((db) =>
  db.selectFrom('import_runs').selectAll().where('ended_at', 'is', null).orderBy('id', 'desc'),
);

const advance = compiled((db, p: { id: string; done: number; report: string }) =>
  db.updateTable('import_runs').set({ done_rows: p.done, report: p.report }).where('id', '=', p.id),
);

const end = compiled((db, p: { id: string; now: Instant }) =>
  db.updateTable('import_runs').set({ ended_at: p.now }).where('id', '=', p.id),
);

const reports = compiled(
  () => sql<{ id: string; report: string }>`select id, report from import_runs where report is not null order by id`,
);

const setReport = compiled((db, p: { id: string; report: string }) =>
  db.updateTable('import_runs').set({ report: p.report }).where('id', '=', p.id),
);

/** What Kwit has of the things that one batch of an import is about, and how far each run is. */
export class ImportBatchStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  tickets(ids: readonly string[]): Promise<StoredTicketRow[]> {
    return this.#connection.all(tickets, { ids: JSON.stringify(ids) });
  }

  people(emails: readonly string[]) {
    return this.#connection.all(people, { emails: JSON.stringify(emails) });
  }

  /** Of two of one name the older one comes last. */
  projects(names: readonly string[]) {
    return this.#connection.all(projects, { names: JSON.stringify(names) });
  }

  /** Nobody else changes it until the transaction ends. */
  holdRun(id: string): Promise<ImportRunTable | undefined> {
    return this.#connection.first(run, { id });
  }

  /** The runs that are not done, the newest first. */
  unfinished(): Promise<ImportRunTable[]> {
    return this.#connection.all(unfinished);
  }

  async advance(id: string, done: number, report: string): Promise<void> {
    await this.#connection.change(advance, { id, done, report });
  }

  /** What each run has said so far. */
  reports(): Promise<{ id: string; report: string }[]> {
    return this.#connection.all(reports);
  }

  async setReport(id: string, report: string): Promise<void> {
    await this.#connection.change(setReport, { id, report });
  }

  async end(id: string, now: Instant): Promise<void> {
    await this.#connection.change(end, { id, now });
  }
}
