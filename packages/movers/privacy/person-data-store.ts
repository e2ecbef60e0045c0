import { sql } from 'kysely';
import {
  compiled,
  compiledForms,
  type Dialect,
  deleteBy,
  type Instant,
  insertInto,
  Store,
  selectBy,
  updateById,
} from '#platform';
import { type RecordedTable, TABLES } from '#records';
import type { StoredRow } from '../exports/open-format/table-row-store.ts';
import { ERASED, type TicketWords } from './person-text-store.ts';

export interface PersonCount {
  readonly table: string;
  readonly rows: number;
}

export const personColumnsOf = ({ name, columns }: RecordedTable): string[] =>
  name === 'users' ? ['id'] : Object.keys(columns).filter((column) => columns[column]?.names === 'users');

export const TABLES_OF_PEOPLE = TABLES.filter((table) => personColumnsOf(table).length > 0);

const names = (table: RecordedTable, id: string) =>
  sql.join(
    personColumnsOf(table).map((column) => sql`${sql.ref(column)} = ${id}`),
    sql` or `,
  );

const count = compiledForms(
  (table: RecordedTable) => table.name,
  (_, p: { id: string }, table) =>
    sql<{ rows: number }>`select count(*) as rows from ${sql.table(table.name)} where ${names(table, p.id)}`,
);

const rows = compiledForms(
  (table: RecordedTable) => table.name,
  (_, p: { id: string }, table) =>
    sql<StoredRow>`select * from ${sql.table(table.name)} where ${names(table, p.id)}
      order by ${sql.join(table.key.map((name) => sql.ref(name)))}`,
);

const removedFiles = selectBy('removed_rows', 'person_id');

const ticketsOf = compiled((db, p: { comments: readonly string[] }, { among }) =>
  db
    .selectFrom('comments')
    .select(['id', 'ticket_id'])
    .where((eb) => among(eb.ref('id'), p.comments)),
);

interface Place {
  readonly table: string;
  readonly column: string;
}

const remove = compiledForms(
  ({ table, column }: Place) => `${table}.${column}`,
  (_, p: { id: string }, { table, column }) => sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${p.id}`,
);

const clear = compiledForms(
  ({ table, column }: Place) => `${table}.${column}`,
  (_, p: { id: string }, { table, column }) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${sql.ref(column)} = ${p.id}`,
);

type Whose = { readonly id: string; readonly email: string };

const updateUser = updateById('users');

/** The attempts of everybody: who was refused stands in what the provider said alone. */
const dropAttempts = compiled((db) => db.deleteFrom('sign_in_attempts'));
const dropLetters = compiled((db) => db.deleteFrom('sent_letters'));
const dropCodes = deleteBy('sign_in_codes', 'email');

const dropAddresses = compiled(
  (_, p: { id: string }, { types }) => sql`update audit set details = cast('{}' as ${sql.raw(types.json)})
    where action = 'user.address_changed' and target_id = ${p.id}`,
);

const dropAnswers = compiled(
  (_, p: Whose, { contains }) => sql`delete from idempotency_keys where user_id = ${p.id}
    or ${contains(sql.ref('answer'), p.id)} or ${contains(sql.ref('answer'), p.email)}`,
);

const isOfMails = (p: Whose) =>
  sql<boolean>`(person_id = ${p.id} or sender = ${p.email} or envelope_from = ${p.email})`;
const mailsOf = compiled((db, p: Whose) => db.selectFrom('inbound_mails').select('raw_file').where(isOfMails(p)));
/** The comments that mails of theirs became. */
const commentsOfMails = (p: Whose) =>
  sql`(select comment_id from inbound_mails where comment_id is not null and ${isOfMails(p)})`;
const ticketsOfMails = compiled(
  (_, p: Whose) => sql<TicketWords>`
    select id, number, title, description, reporter_id from tickets
    where id in (select ticket_id from comments where id in ${commentsOfMails(p)}) order by id`,
);
const dropElided = compiled(
  (_, p: Whose) => sql`update comments set elided = null
    where elided is not null and (user_id = ${p.id} or id in ${commentsOfMails(p)})`,
);
const dropSenders = compiled(
  (_, p: Whose) => sql`update comments set content = replace(content, ${p.email}, 'erased')
    where id in ${commentsOfMails(p)}`,
);
const dropMailedWords = compiled(
  (_, p: Whose) => sql`update comments set content = ${sql.lit(ERASED)}
    where id in ${commentsOfMails(p)}`,
);
const dropMails = compiled((db, p: Whose) => db.deleteFrom('inbound_mails').where(isOfMails(p)));
/** Mails of others that were sent to their address as well. @param cc the address as JSON. */
const hasCc = ({ cc }: { cc: string }, { contains }: Pick<Dialect, 'contains'>) =>
  contains(sql`cast(verdict as text)`, cc);
const decidedWithCc = compiled((db, p: { cc: string }, dialect) =>
  db
    .selectFrom('inbound_mails')
    .select(['id', 'raw_file'])
    .where((eb) => eb.or([eb('state', '=', sql.lit('reply')), eb('state', '=', sql.lit('report'))]))
    .where('raw_file', 'is not', null)
    .where(hasCc(p, dialect)),
);
const updateMail = updateById('inbound_mails');
const dropCc = compiled(
  (_, p: { cc: string }, dialect) => sql`update inbound_mails
    set verdict = cast(replace(cast(verdict as text), ${p.cc}, '"erased"') as ${sql.raw(dialect.types.json)})
    where ${hasCc(p, dialect)}`,
);
const dropChecks = compiled(
  (_, p: { email: string }, { contains }) =>
    sql`delete from mail_in_checks where ${contains(sql`cast(detail as text)`, p.email)}`,
);

const dropVia = compiled((db, p: { id: string }) =>
  db.updateTable('ticket_history').set({ via: null }).where('user_id', '=', p.id),
);

const dropProgram = compiled((db, p: { id: string }) =>
  db.updateTable('acts').set({ program: null }).where('actor_id', '=', p.id),
);

const dropViaOfEvents = compiled(
  (_, p: { id: string }, { name }) => sql`update event_outbox
    set payload = ${name === 'sqlite' ? sql`json_remove(payload, '$.via')` : sql`payload - 'via'`}
    where actor_user_id = ${p.id}`,
);

/** Events of passkeys have the names that their owners gave them. */
const dropNamesOfEvents = compiled(
  (_, p: { id: string }, { name }) => sql`update event_outbox
    set payload = ${name === 'sqlite' ? sql`json_remove(payload, '$.name')` : sql`payload - 'name'`}
    where aggregate_type = 'user' and aggregate_id = ${p.id}`,
);

const dropErrors = compiled((db, p: { destination: string }) =>
  db
    .updateTable('event_deliveries')
    .set({ last_error: null, server_said: null })
    .where('destination', '=', p.destination),
);

const assigned = compiled((db, p: { id: string }) =>
  db
    .selectFrom('tickets')
    .select(['id', 'number'])
    .where('assignee_id', '=', p.id)
    .where('status', '<>', sql.lit('closed'))
    .orderBy('id'),
);

const takeOff = compiled((db, p: { ticket: string; now: Instant }) =>
  db
    .updateTable('tickets')
    .set((eb) => ({
      assignee_id: null,
      version: eb('version', '+', 1),
      public_version: eb('public_version', '+', 1),
      updated_at: p.now,
      public_updated_at: p.now,
    }))
    .where('id', '=', p.ticket),
);
const insertChange = insertInto('ticket_history');

export class PersonDataStore extends Store {
  /** The open tickets that the person works on. */
  readonly assigned = this.all(assigned);

  /** How many rows of each table name the person; tables without one are left out. */
  async counts(id: string): Promise<PersonCount[]> {
    const counted: PersonCount[] = [];
    for (const table of TABLES_OF_PEOPLE) {
      const { rows: rowCount } = await this.connection.only(count(table), { id });
      if (rowCount > 0) counted.push({ table: table.name, rows: rowCount });
    }
    return counted;
  }

  rows(table: RecordedTable, id: string): Promise<StoredRow[]> {
    return this.connection.all(rows(table), { id });
  }

  /** The tickets of comments, by the ids of these. */
  async ticketsOf(comments: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.connection.all(ticketsOf, { comments });
    return new Map(rows.map(({ id, ticket_id }) => [id, ticket_id]));
  }

  /** The stored names of the files that were removed and can be brought back. */
  async removedFiles(id: string): Promise<string[]> {
    const rows = await this.connection.all(removedFiles, { person_id: id });
    return rows.flatMap(({ filename }) => filename ?? []);
  }

  /** Does to every table what the inventory says, where that needs no operation of its own. */
  async eraseByInventory(id: string): Promise<void> {
    for (const { name: table, erased } of TABLES) {
      if (typeof erased !== 'object') continue;
      if ('remove' in erased) await this.connection.change(remove({ table, column: erased.remove }), { id });
      if ('clear' in erased) await this.connection.change(clear({ table, column: erased.clear }), { id });
    }
  }

  async anonymise(id: string, person: { name: string; folded_name: string; email: string }): Promise<void> {
    const changes = {
      ...person,
      role: 'user',
      is_active: false,
      last_login: null,
      email_notify_ticket_status: false,
      email_notify_developer_comment: false,
      avatar_filename: null,
      avatar_type: null,
      avatar_updated_at: null,
      mail_addresses: '[]',
    } as const;
    await this.connection.change(updateUser(changes), { ...changes, id });
  }

  /** Removes codes, kept answers, names of tokens, and what mail providers said of the address. */
  async dropTraces(id: string, email: string): Promise<void> {
    await this.connection.change(dropCodes, { email });
    await this.connection.change(dropAttempts);
    await this.connection.change(dropLetters);
    await this.connection.change(dropAddresses, { id });
    await this.connection.change(dropAnswers, { id, email });
    await this.connection.change(dropVia, { id });
    await this.connection.change(dropProgram, { id });
    await this.connection.change(dropViaOfEvents, { id });
    await this.connection.change(dropNamesOfEvents, { id });
    await this.connection.change(dropErrors, { destination: `mail:${id}` });
  }

  /**
   * Removes their mails, also those of before Kwit knew them, and who sent them from the comments that others made of them.
   *
   * @param texts whether what those comments say goes too.
   * @returns the stored names of the files that no row names now, and the tickets whose words have to be indexed anew.
   */
  async dropMails(id: string, email: string, texts: boolean): Promise<{ files: string[]; tickets: TicketWords[] }> {
    const whose = { id, email };
    const tickets = await this.connection.all(ticketsOfMails, whose);
    const mails = await this.connection.all(mailsOf, whose);
    await this.connection.change(dropElided, whose);
    await this.connection.change(texts ? dropMailedWords : dropSenders, whose);
    await this.connection.change(dropMails, whose);
    await this.connection.change(dropChecks, { email });
    const cc = JSON.stringify(email);
    const others = await this.connection.all(decidedWithCc, { cc });
    for (const { id } of others) await this.connection.change(updateMail({ raw_file: null }), { id, raw_file: null });
    await this.connection.change(dropCc, { cc });
    return { files: [...mails, ...others].flatMap(({ raw_file }) => raw_file ?? []), tickets };
  }

  /** Takes a ticket off the person, as a new version of it. @param change `id` is that of the row of its history. */
  async unassign(change: { id: string; ticket: string; from: string; by: string | null; now: Instant }): Promise<void> {
    const { id, ticket, from, by, now } = change;
    await this.connection.change(takeOff, { ticket, now });
    await this.connection.change(insertChange, {
      id,
      ticket_id: ticket,
      field: 'assignee_id',
      old_value: from,
      new_value: null,
      user_id: by,
      created_at: now,
      is_internal: false,
      via: null,
    });
  }
}
