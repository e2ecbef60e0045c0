import { EVENT_TABLES } from './event-tables.ts';
import { IMPORT_TABLES } from './import-tables.ts';
import { PEOPLE_TABLES } from './people-tables.ts';
import { SEARCH_TABLES } from './search-tables.ts';
import { SERVICE_TABLES } from './service-tables.ts';
import type { TableEntry, TableName, Treatment } from './table-entry.ts';
import { TICKET_TABLES } from './ticket-tables.ts';
import { WORK_TABLES } from './work-tables.ts';

/**
 * Every table: how it is exported, imported, backed up, erased and checked, and what each of its columns means. A table or
 * a column that is not in here does not compile, and one that only the database knows fails a test. The order is one in
 * which rows can be loaded: a table comes after those that its rows name, but for comments, which name one another.
 */
export const INVENTORY: { readonly [T in TableName]: TableEntry<T> } = {
  migrations: SERVICE_TABLES.migrations,
  users: PEOPLE_TABLES.users,
  projects: TICKET_TABLES.projects,
  settings: SERVICE_TABLES.settings,
  ticket_templates: WORK_TABLES.ticket_templates,
  tickets: TICKET_TABLES.tickets,
  comments: TICKET_TABLES.comments,
  comment_edits: TICKET_TABLES.comment_edits,
  attachments: TICKET_TABLES.attachments,
  ticket_history: TICKET_TABLES.ticket_history,
  ticket_relations: TICKET_TABLES.ticket_relations,
  external_references: TICKET_TABLES.external_references,
  dev_tasks: WORK_TABLES.dev_tasks,
  answers: WORK_TABLES.answers,
  answer_votes: WORK_TABLES.answer_votes,
  questions_asked: WORK_TABLES.questions_asked,
  offered_answers: WORK_TABLES.offered_answers,
  ticket_followers: WORK_TABLES.ticket_followers,
  notices: WORK_TABLES.notices,
  inboxes: WORK_TABLES.inboxes,
  saved_views: PEOPLE_TABLES.saved_views,
  webhooks: SERVICE_TABLES.webhooks,
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
  digests: EVENT_TABLES.digests,
  digested_tickets: EVENT_TABLES.digested_tickets,
  sessions: PEOPLE_TABLES.sessions,
  api_tokens: PEOPLE_TABLES.api_tokens,
  stream_tickets: PEOPLE_TABLES.stream_tickets,
  sign_in_codes: PEOPLE_TABLES.sign_in_codes,
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

/** A table for what walks all tables alike. */
export interface KeptTable extends Treatment<string> {
  readonly name: TableName;
}

/** Every table, in the order of loading. */
export const TABLES: readonly KeptTable[] = Object.entries(INVENTORY).map(([name, entry]) => ({
  name: name as TableName,
  ...(entry as Treatment<string>),
}));
