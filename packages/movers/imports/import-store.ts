import { type SqlBool, sql } from 'kysely';
import type { Status } from '#contract/words.ts';
import { compiled, type Instant, tableStore, updateBy, updateById } from '#platform';
import { flag, type RowOf } from '#records';

export type StoredTicketRow = RowOf<'tickets'>;

const tickets = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('tickets')
    .selectAll()
    .where(dialect.among(sql.ref('tickets.id'), p.ids)),
);

const people = compiled(
  (_, p: { emails: string }, { texts }) =>
    sql<{ id: string; email: string; role: 'user' | 'developer' }>`
    select id, email, role from users where email in (select value from ${texts(p.emails)})
    union all select users.id, former_addresses.email, role from former_addresses
      join users on users.id = former_addresses.user_id
      where former_addresses.email in (select value from ${texts(p.emails)})`,
);

const developers = compiled(
  (_, p: { emails: string }, { texts }) =>
    sql<{ id: string; email: string }>`select id, email from users
      where role = 'developer' and is_active and email in (select value from ${texts(p.emails)})`,
);

const deactivated = compiled(
  (_, p: { mailboxes: string }, { mailbox, texts }) => sql<{ mailbox: string }>`
    select ${mailbox('email')} as mailbox from users
    where not is_active and ${mailbox('email')} in (select value from ${texts(p.mailboxes)})`,
);

const projects = compiled(
  (_, p: { names: string }, { texts }) =>
    sql<Pick<RowOf<'projects'>, 'id' | 'name' | 'sealed'>>`
    select id, name, sealed from projects where name in (select value from ${texts(p.names)}) order by id desc`,
);

const labels = compiled((db) => db.selectFrom('labels').select(['id', 'folded_name', 'project_id']));

const unfinished = compiled((db) =>
  db.selectFrom('import_runs').selectAll().where('ended_at', 'is', null).orderBy('id', 'desc'),
);

const reports = compiled(
  () => sql<{ id: string; report: string }>`select id, report from import_runs where report is not null order by id`,
);

export type RememberedImport = Pick<RowOf<'imports'>, 'kind' | 'external_id' | 'kwit_id' | 'sha256'>;

/** Things that are read at once. */
const PAGE = 2000;

const ofKind = compiled((db, p: { source: string; kind: string; after: string }) =>
  db
    .selectFrom('imports')
    .select(['kind', 'external_id', 'kwit_id', 'sha256'])
    .where('source', '=', p.source)
    .where('kind', '=', p.kind)
    .where('external_id', '>', p.after)
    .orderBy('external_id')
    .limit(sql.lit(PAGE)),
);

const countCome = compiled((db, p: { source: string }) =>
  db
    .selectFrom('imports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('source', '=', p.source),
);

const knownAmong = compiled(
  (_, p: { source: string; ids: string }, { texts }) =>
    sql<RememberedImport>`select kind, external_id, kwit_id, sha256 from imports
    where external_id in (select value from ${texts(p.ids)}) and source = ${p.source}`,
);

const noted = compiled((db, p: { source: string; kind: string; kwit: string }) =>
  db
    .selectFrom('imports')
    .select('sha256')
    .where('source', '=', p.source)
    .where('kind', '=', p.kind)
    .where('kwit_id', '=', p.kwit),
);

const update = updateBy<'source' | 'kind' | 'external_id', 'imports'>('imports', 'source', 'kind', 'external_id');

const ticketNumber = compiled((db, p: { product: string; external: string }) =>
  db
    .selectFrom('imports')
    .innerJoin('tickets', 'tickets.id', 'imports.kwit_id')
    .select('tickets.number')
    .where('imports.kind', '=', sql.lit('ticket'))
    .where('imports.external_id', '=', p.external)
    .where(sql<SqlBool>`imports.source || ':' like ${p.product} || ':%'`),
);

const everybody = compiled((db) =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .unionAll(db.selectFrom('former_addresses').select(['user_id as id', 'email'])),
);
const allTickets = compiled((db) =>
  db
    .selectFrom('tickets')
    .select(['id', 'number', 'version', 'status', 'event_seq', 'summary_comment_id'])
    .select(['reporter_id', 'assignee_id', 'created_at']),
);
const linkedTasks = compiled((db) =>
  db
    .selectFrom('dev_tasks')
    .select('ticket_id')
    .where('ticket_id', 'is not', null)
    .$narrowType<{ ticket_id: string }>(),
);
const relations = compiled((db) => db.selectFrom('ticket_relations').select(['from_id', 'to_id']));

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

const updateTicket = updateById('tickets');
const updateComment = updateById('comments');

/** The files of a comment are for whom it is. */
const concealFiles = compiled((db, p: { id: string; isInternal: boolean }) =>
  db.updateTable('attachments').set({ is_internal: p.isInternal }).where('comment_id', '=', p.id),
);

const worn = compiled((db, p: { ids: readonly string[] }, { among }) =>
  db
    .selectFrom('ticket_labels')
    .innerJoin('labels', 'labels.id', 'ticket_labels.label_id')
    .select(['ticket_labels.ticket_id', 'ticket_labels.label_id', 'labels.name'])
    .where(among(sql.ref('ticket_labels.ticket_id'), p.ids)),
);

interface TakenOff {
  readonly ticket_id: string;
  readonly label_id: string;
  readonly source: string;
  readonly external_id: string;
}

const takeOff = compiled((db, p: TakenOff) =>
  db.deleteFrom('ticket_labels').where('ticket_id', '=', p.ticket_id).where('label_id', '=', p.label_id),
);
const forgetLabel = compiled((db, p: TakenOff) =>
  db
    .deleteFrom('imports')
    .where('source', '=', p.source)
    .where('kind', '=', sql.lit('label'))
    .where('external_id', '=', p.external_id),
);

interface NewRun {
  readonly id: string;
  readonly source: string;
  readonly now: Instant;
  readonly options: string;
  readonly file: string | null;
  readonly act_id: string | null;
}

/** The runs of imports, what is known of things that came before, and what is here of them. */
export class ImportStore extends tableStore('import_runs') {
  /** How many things came from a source. */
  readonly countCome = this.countOf(countCome);
  /** Hashes of a row here, as it came. */
  readonly noted = this.all(noted);
  /** Everybody, with the addresses that they had. */
  readonly everybody = this.all(everybody);
  readonly allTickets = this.all(allTickets);
  readonly linkedTasks = this.all(linkedTasks);
  readonly relations = this.all(relations);
  readonly labels = this.all(labels);
  /** The runs that are not done, the newest first. */
  readonly unfinished = this.all(unfinished);
  readonly reports = this.all(reports);
  /** The next ticket's number is above this one. */
  readonly raiseNumbers = this.changes(raise);
  readonly unmarkOtherSummaries = this.changes(unmarkOthers);

  /** The rows that came from a source. @param ids their ids there. */
  knownAmong(source: string, ids: readonly string[]): Promise<RememberedImport[]> {
    return this.connection.all(knownAmong, { source, ids: JSON.stringify(ids) });
  }

  /** Notes of a row how it is there now. */
  async setHash(row: { source: string; kind: string; external_id: string; sha256: string }): Promise<void> {
    await this.connection.change(update({ sha256: row.sha256 }), row);
  }

  /** The things of a kind that came from there, some at a time. */
  async *ofKind(source: string, kind: string): AsyncGenerator<RememberedImport[]> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: RememberedImport[] = await this.connection.all(ofKind, { source, kind, after });
      yield page;
      after = page[PAGE - 1]?.external_id;
    }
  }

  /** The number of the ticket that had this id in another product: of any of its sources. */
  async ticketNumber(product: string, external: string): Promise<number | undefined> {
    return (await this.connection.first(ticketNumber, { product, external }))?.number;
  }

  async addRun(run: NewRun): Promise<void> {
    const { id, source, now, options, file, act_id } = run;
    await this.add({
      id,
      source,
      began_at: now,
      ended_at: null,
      file_sha256: file,
      done_rows: 0,
      options,
      report: null,
    });
    await this.change(id, { act_id });
  }

  /** The last number that a ticket got. Nobody else gets one until the transaction ends. */
  async holdNumbers(): Promise<number> {
    return (await this.connection.only(lastNumber)).value;
  }

  /** Counts tickets by status, in alphabetical order, so that two transactions never deadlock. */
  async countMoved(moved: ReadonlyMap<Status, number>): Promise<void> {
    for (const [status, by] of [...moved].sort(([a], [b]) => (a < b ? -1 : 1)))
      await this.connection.change(countMoved, { name: `status:${status}`, by });
  }

  async changeTicket(id: string, changes: Parameters<typeof updateTicket>[0]): Promise<void> {
    await this.connection.change(updateTicket(changes), { ...changes, id });
  }

  async changeComment(
    id: string,
    changes: { readonly content: string; readonly is_internal: boolean; readonly edited_at: Instant | null },
  ): Promise<void> {
    await this.connection.change(updateComment(changes), { ...changes, id });
    await this.connection.change(concealFiles, { id, isInternal: changes.is_internal });
  }

  /** It may be put on again by what comes later. */
  async takeOffLabel(label: TakenOff): Promise<void> {
    await this.connection.change(takeOff, label);
    await this.connection.change(forgetLabel, label);
  }

  /** The labels that tickets wear. */
  worn(ids: readonly string[]) {
    return this.connection.all(worn, { ids });
  }

  tickets(ids: readonly string[]) {
    return this.connection.all(tickets, { ids });
  }

  people(emails: readonly string[]) {
    return this.connection.all(people, { emails: JSON.stringify(emails) });
  }

  /** The active developers among those of these addresses. */
  developers(emails: readonly string[]) {
    return this.connection.all(developers, { emails: JSON.stringify(emails) });
  }

  /** Mailboxes among these of which an account was deactivated. */
  async deactivated(mailboxes: readonly string[]): Promise<string[]> {
    const rows = await this.connection.all(deactivated, { mailboxes: JSON.stringify(mailboxes) });
    return rows.map(({ mailbox }) => mailbox);
  }

  /** The older of two with one name comes last. */
  projects(names: readonly string[]) {
    return this.connection.all(projects, { names: JSON.stringify(names) });
  }
}
