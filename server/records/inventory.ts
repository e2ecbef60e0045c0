import type { ColumnType, InsertType, Selectable, Updateable } from 'kysely';
import { ACT_TABLES } from './act-tables.ts';
import type { ColumnEntry } from './columns.ts';
import { EVENT_TABLES } from './event-tables.ts';
import { FIELD_TABLES } from './field-tables.ts';
import { LABEL_TABLES } from './label-tables.ts';
import { MAIL_TABLES } from './mail-tables.ts';
import { PEOPLE_TABLES } from './people-tables.ts';
import { PROMISE_TABLES } from './promise-tables.ts';
import { SEARCH_TABLES } from './search-tables.ts';
import { IMPORT_TABLES, SERVICE_TABLES } from './service-tables.ts';
import { SHIPPING_TABLES } from './shipping-tables.ts';
import { SIGN_IN_TABLES } from './sign-in-tables.ts';
import type { Columns, Treatment } from './table-entry.ts';
import { TICKET_TABLES } from './ticket-tables.ts';
import { WORK_TABLES } from './work-tables.ts';

/**
 * Every table: how it is exported, imported, backed up, erased and checked, and what each of its columns means. The types of rows
 * follow from it, and a table or column that only the database knows fails a test. The order is one in
 * which rows can be loaded: a table comes after those that its rows name, but for comments, which name one another.
 */
export const INVENTORY = {
  migrations: SERVICE_TABLES.migrations,
  upgrades: SERVICE_TABLES.upgrades,
  nodes: SERVICE_TABLES.nodes,
  users: PEOPLE_TABLES.users,
  former_addresses: PEOPLE_TABLES.former_addresses,
  teams: PEOPLE_TABLES.teams,
  team_members: PEOPLE_TABLES.team_members,
  projects: TICKET_TABLES.projects,
  project_teams: TICKET_TABLES.project_teams,
  settings: SERVICE_TABLES.settings,
  ticket_templates: WORK_TABLES.ticket_templates,
  calendars: PROMISE_TABLES.calendars,
  answer_targets: PROMISE_TABLES.answer_targets,
  tickets: TICKET_TABLES.tickets,
  labels: LABEL_TABLES.labels,
  ticket_labels: LABEL_TABLES.ticket_labels,
  label_entries: LABEL_TABLES.label_entries,
  fields: FIELD_TABLES.fields,
  field_values: FIELD_TABLES.field_values,
  ticket_people: TICKET_TABLES.ticket_people,
  acts: ACT_TABLES.acts,
  act_lines: ACT_TABLES.act_lines,
  removed_rows: ACT_TABLES.removed_rows,
  comments: TICKET_TABLES.comments,
  ticket_merges: TICKET_TABLES.ticket_merges,
  comment_edits: TICKET_TABLES.comment_edits,
  attachments: TICKET_TABLES.attachments,
  ticket_history: TICKET_TABLES.ticket_history,
  ticket_relations: TICKET_TABLES.ticket_relations,
  external_references: TICKET_TABLES.external_references,
  shipments: SHIPPING_TABLES.shipments,
  code_changes: SHIPPING_TABLES.code_changes,
  ticket_code_changes: SHIPPING_TABLES.ticket_code_changes,
  dev_tasks: WORK_TABLES.dev_tasks,
  waits: PROMISE_TABLES.waits,
  answers: WORK_TABLES.answers,
  answer_votes: WORK_TABLES.answer_votes,
  answer_tellings: WORK_TABLES.answer_tellings,
  live_tellings: WORK_TABLES.live_tellings,
  words_asked: WORK_TABLES.words_asked,
  settled_suggestions: WORK_TABLES.settled_suggestions,
  questions_asked: WORK_TABLES.questions_asked,
  offered_answers: WORK_TABLES.offered_answers,
  ticket_followers: WORK_TABLES.ticket_followers,
  notices: WORK_TABLES.notices,
  inboxes: WORK_TABLES.inboxes,
  saved_views: PEOPLE_TABLES.saved_views,
  webhooks: SERVICE_TABLES.webhooks,
  git_connections: SHIPPING_TABLES.git_connections,
  received_webhooks: SHIPPING_TABLES.received_webhooks,
  audit: SERVICE_TABLES.audit,
  backups: SERVICE_TABLES.backups,
  import_runs: IMPORT_TABLES.import_runs,
  imports: IMPORT_TABLES.imports,
  table_imports: IMPORT_TABLES.table_imports,
  telemetry: EVENT_TABLES.telemetry,
  telemetry_people: EVENT_TABLES.telemetry_people,
  first_tickets: EVENT_TABLES.first_tickets,
  changed_comments: EVENT_TABLES.changed_comments,
  event_outbox: EVENT_TABLES.event_outbox,
  event_deliveries: EVENT_TABLES.event_deliveries,
  tellings: EVENT_TABLES.tellings,
  digests: EVENT_TABLES.digests,
  digested_tickets: EVENT_TABLES.digested_tickets,
  reply_addresses: MAIL_TABLES.reply_addresses,
  sent_letters: MAIL_TABLES.sent_letters,
  inbound_mails: MAIL_TABLES.inbound_mails,
  mail_in_checks: MAIL_TABLES.mail_in_checks,
  sessions: PEOPLE_TABLES.sessions,
  identities: SIGN_IN_TABLES.identities,
  sign_in_steps: SIGN_IN_TABLES.sign_in_steps,
  sign_in_attempts: SIGN_IN_TABLES.sign_in_attempts,
  passkeys: SIGN_IN_TABLES.passkeys,
  recovery_codes: SIGN_IN_TABLES.recovery_codes,
  api_tokens: PEOPLE_TABLES.api_tokens,
  stream_tickets: PEOPLE_TABLES.stream_tickets,
  sign_in_codes: PEOPLE_TABLES.sign_in_codes,
  code_guesses: PEOPLE_TABLES.code_guesses,
  attempts: PEOPLE_TABLES.attempts,
  known_clients: PEOPLE_TABLES.known_clients,
  idempotency_keys: PEOPLE_TABLES.idempotency_keys,
  counters: SERVICE_TABLES.counters,
  chores: SERVICE_TABLES.chores,
  search_tickets: SEARCH_TABLES.search_tickets,
  search_said: SEARCH_TABLES.search_said,
  report_words: SEARCH_TABLES.report_words,
  rare_words: SEARCH_TABLES.rare_words,
};

type Inventory = typeof INVENTORY;
export type TableName = keyof Inventory;

type TypesOf<C extends Columns> = {
  -readonly [K in keyof C]: C[K] extends { readonly value?: infer V }
    ? Extract<V, ColumnType<unknown, unknown, unknown>>
    : never;
};

/** Every table with the types of its columns, as Kysely reads them. */
export type Schema = { [T in TableName]: TypesOf<Inventory[T]['columns']> };

/** A row as it is read. */
export type RowOf<T extends TableName> = Readonly<Selectable<Schema[T]>>;
/** A new row: every column but those to which the database gives a first value. */
export type NewRow<T extends TableName> = {
  readonly [K in keyof Schema[T] as undefined extends InsertType<Schema[T][K]> ? never : K]: InsertType<Schema[T][K]>;
};

/** A new row with values for all columns. */
export type InsertedRow<T extends TableName> = {
  readonly [K in keyof Schema[T]]: Exclude<InsertType<Schema[T][K]>, undefined>;
};

/** Some columns of a row with new values. */
export type RowChange<T extends TableName> = Readonly<Updateable<Schema[T]>>;

/** Whether somebody has signed in with the e-mail address from this client before. */
export type ClientKind = RowOf<'sign_in_codes'>['asked_by'];

/** A table for what walks all tables alike. */
export interface RecordedTable extends Treatment<string> {
  readonly name: TableName;
  readonly columns: Readonly<Record<string, ColumnEntry & { readonly names?: TableName | 'file' }>>;
}

/** Every table, in the order of loading. */
export const TABLES: readonly RecordedTable[] = Object.entries(INVENTORY).map(([name, entry]) => ({
  name: name as TableName,
  ...(entry as unknown as Omit<RecordedTable, 'name'>),
}));
