import type { ColumnTypes, Dialect } from '../dialect.ts';
import { ticketTables } from './baseline-tickets.ts';

const people = (t: ColumnTypes) => [
  `create table users (
    id ${t.id} primary key, email ${t.text} not null unique, name ${t.text} not null, role ${t.text} not null,
    language ${t.text} not null, email_notify_ticket_status ${t.flag} not null,
    email_notify_developer_comment ${t.flag} not null, avatar_filename ${t.text}, avatar_updated_at ${t.time},
    created_at ${t.time} not null, last_login ${t.time}, avatar_type ${t.text},
    is_active ${t.flag} not null default true, folded_name ${t.text} not null default '') ${t.tableEnd}`,
  'create index users_by_role on users (role)',
  'create index avatars_in_use on users (avatar_filename) where avatar_filename is not null',
  `create table sessions (
    id ${t.id} primary key, user_id ${t.id} not null references users (id), created_at ${t.time} not null,
    expires_at ${t.time} not null, revoked_at ${t.time}, user_agent ${t.text}, last_used_at ${t.time}) ${t.tableEnd}`,
  'create index sessions_by_user on sessions (user_id)',
  'create index sessions_by_end on sessions (expires_at)',
  `create table sign_in_codes (
    email ${t.text} not null, asked_by ${t.text} not null, code_hash ${t.text} not null,
    language ${t.text} not null, guesses_by_known ${t.integer} not null,
    guesses_by_unknown ${t.integer} not null, expires_at ${t.time} not null, created_at ${t.time} not null,
    primary key (email, asked_by)) ${t.tableEnd}`,
  `create table attempts (
    id ${t.id} primary key, bucket ${t.text} not null, at ${t.time} not null) ${t.tableEnd}`,
  'create index attempts_by_bucket on attempts (bucket, at)',
  'create index attempts_by_time on attempts (at)',
  `create table known_clients (
    user_id ${t.id} not null references users (id), client ${t.text} not null,
    last_sign_in_at ${t.time} not null, primary key (user_id, client)) ${t.tableEnd}`,
  `create table stream_tickets (
    id ${t.id} primary key, expires_at ${t.time} not null) ${t.tableEnd}`,
  `create table api_tokens (
    id ${t.id} primary key, user_id ${t.id} not null references users (id), name ${t.text} not null,
    hash ${t.text} not null unique, last4 ${t.text} not null, scope ${t.text} not null,
    created_at ${t.time} not null, expires_at ${t.time}, revoked_at ${t.time}, rotated_at ${t.time},
    last_used_at ${t.time}, warned_at ${t.time}, used_after_end_at ${t.time}) ${t.tableEnd}`,
  'create index api_tokens_by_user on api_tokens (user_id, id)',
  'create index api_tokens_by_end on api_tokens (expires_at)',
  'create index api_tokens_by_revocation on api_tokens (revoked_at)',
  `create table audit (
    id ${t.id} primary key, at ${t.time} not null, actor_id ${t.id}, action ${t.text} not null,
    target_type ${t.text} not null, target_id ${t.id}, details ${t.json} not null) ${t.tableEnd}`,
  'create index audit_by_time on audit (at)',
  'create index audit_by_actor on audit (actor_id, id)',
  'create index audit_by_action on audit (action, id)',
  `create table saved_views (
    id ${t.id} primary key, user_id ${t.id} not null references users (id), name ${t.text} not null,
    page ${t.text} not null, query ${t.text} not null, created_at ${t.time} not null) ${t.tableEnd}`,
  'create index views_by_user on saved_views (user_id, id)',
];

const events = (t: ColumnTypes, { name }: Dialect) => [
  `create table event_outbox (
    position ${t.counting}, id ${t.id} not null unique, event_id ${t.id} not null unique,
    event_name ${t.text} not null, aggregate_type ${t.text} not null, aggregate_id ${t.id} not null,
    seq ${t.integer} not null, actor_user_id ${t.id}, correlation_id ${t.text} not null,
    source ${t.text} not null, payload ${t.json} not null, status ${t.text} not null,
    attempts ${t.integer} not null, next_attempt_at ${t.time}, last_error ${t.text},
    occurred_at ${t.time} not null, created_at ${t.time} not null, updated_at ${t.time} not null,
    processed_at ${t.time}, routed_at ${t.time}, lease ${t.id}, leased_until ${t.time},
    ${name === 'postgres' ? 'xid xid8 not null default pg_current_xact_id(),' : ''}unique (aggregate_id, seq)) ${t.tableEnd}`,
  'create index outbox_by_status on event_outbox (status, position)',
  'create index outbox_unrouted_by_ticket on event_outbox (aggregate_id, seq) where routed_at is null',
  'create index outbox_leased on event_outbox (leased_until) where leased_until is not null',
  'create index outbox_by_lease on event_outbox (lease) where lease is not null',
  "create index outbox_new_tickets on event_outbox (routed_at) where event_name = 'ticket.created'",
  "create index outbox_unclaimed on event_outbox (position) where routed_at is null and status = 'pending'",
  `create table event_deliveries (
    id ${t.id} primary key, entry_id ${t.id} not null references event_outbox (id),
    aggregate_id ${t.id} not null, seq ${t.integer} not null, channel ${t.text} not null,
    destination ${t.text} not null, status ${t.text} not null, attempts ${t.integer} not null,
    next_attempt_at ${t.time}, lease ${t.id}, leased_until ${t.time}, last_error ${t.text},
    response_status ${t.integer}, created_at ${t.time} not null, updated_at ${t.time} not null,
    delivered_at ${t.time}, lost ${t.integer} not null default 0, not_before ${t.time},
    unique (entry_id, destination)) ${t.tableEnd}`,
  "create index deliveries_due on event_deliveries (channel, next_attempt_at) where status = 'pending' and next_attempt_at is not null",
  "create index deliveries_unfinished on event_deliveries (aggregate_id, destination, seq) where status in ('pending', 'processing')",
  'create index deliveries_leased on event_deliveries (leased_until) where leased_until is not null',
  'create index deliveries_by_channel on event_deliveries (channel, id)',
  'create index deliveries_by_ticket on event_deliveries (aggregate_id, id)',
  "create index deliveries_suspect on event_deliveries (next_attempt_at) where status = 'pending' and next_attempt_at is not null and lost >= 2",
  ...(name === 'postgres' ? ['create index outbox_by_transaction on event_outbox (xid, position)'] : []),
];

const deliveries = (t: ColumnTypes) => [
  `create table digests (
    entry_id ${t.id} primary key references event_outbox (id) on delete cascade, until ${t.time} not null,
    created_at ${t.time} not null, pause_minutes ${t.integer}) ${t.tableEnd}`,
  'create index digests_by_end on digests (until)',
  `create table digested_tickets (
    entry_id ${t.id} not null references digests (entry_id) on delete cascade,
    ticket_id ${t.id} not null references tickets (id), primary key (entry_id, ticket_id)) ${t.tableEnd}`,
  'create index digested_by_ticket on digested_tickets (ticket_id)',
  `create table webhooks (
    id ${t.id} primary key, url ${t.text} not null, events ${t.json} not null, description ${t.text},
    is_active ${t.flag} not null, secret ${t.text} not null, previous_secret ${t.text}, previous_until ${t.time},
    created_at ${t.time} not null, updated_at ${t.time} not null, last_delivery_at ${t.time},
    last_status ${t.integer}, failing_since ${t.time}, paused_at ${t.time}) ${t.tableEnd}`,
  `create table telemetry (
    position ${t.counting}, event_name ${t.text} not null, user_id ${t.id}, ticket_id ${t.id},
    at ${t.time} not null) ${t.tableEnd}`,
  'create index telemetry_by_event on telemetry (event_name, at)',
  `create table telemetry_people (
    event_name ${t.text} not null, user_id ${t.id} not null, last_at ${t.time} not null,
    primary key (event_name, user_id)) ${t.tableEnd}`,
  `create table first_tickets (
    user_id ${t.id} primary key references users (id), ticket_id ${t.id} not null unique references tickets (id),
    opened_at ${t.time} not null, assigned_at ${t.time}) ${t.tableEnd}`,
];

const service = (t: ColumnTypes) => [
  `create table counters (
    name ${t.text} primary key, value ${t.integer} not null) ${t.tableEnd}`,
  `insert into counters (name, value) values ('ticket_number', 0), ('status:submitted', 0), ('status:verified', 0),
    ('status:in_progress', 0), ('status:waiting', 0), ('status:blocked', 0), ('status:closed', 0), ('questions_asked', 0)`,
  `create table settings (
    name ${t.text} primary key, value ${t.text} not null, updated_at ${t.time} not null,
    updated_by ${t.id} references users (id)) ${t.tableEnd}`,
  `create table idempotency_keys (
    user_id ${t.id} not null references users (id), operation ${t.text} not null, key ${t.text} not null,
    fingerprint ${t.text} not null, answer ${t.text} not null, created_at ${t.time} not null,
    primary key (user_id, operation, key)) ${t.tableEnd}`,
  'create index idempotency_keys_by_time on idempotency_keys (created_at)',
  `create table chores (
    name ${t.text} primary key, began_at ${t.time} not null) ${t.tableEnd}`,
  `create table import_runs (
    id ${t.id} primary key, source ${t.text} not null, began_at ${t.time} not null, ended_at ${t.time},
    file_sha256 ${t.text}, done_rows ${t.integer} not null, options ${t.json} not null, report ${t.json}) ${t.tableEnd}`,
  `create table imports (
    source ${t.text} not null, kind ${t.text} not null, external_id ${t.text} not null, kwit_id ${t.id},
    sha256 ${t.text} not null, run_id ${t.id} not null references import_runs (id),
    imported_at ${t.time} not null, primary key (external_id, kind, source)) ${t.tableEnd}`,
  `create table table_imports (
    id ${t.id} primary key, filename ${t.text} not null, name ${t.text} not null, size ${t.integer} not null,
    sha256 ${t.text} not null, uploaded_at ${t.time} not null,
    uploaded_by ${t.id} not null references users (id), options ${t.json} not null, row_count ${t.integer},
    began_at ${t.time}, held_until ${t.time}, problems ${t.json}) ${t.tableEnd}`,
  `create table backups (
    id ${t.id} primary key, began_at ${t.time} not null, held_until ${t.time} not null, ended_at ${t.time},
    outcome ${t.text}, place ${t.text} not null, database_bytes ${t.integer}, files ${t.integer},
    file_bytes ${t.integer}, made_by ${t.id} references users (id)) ${t.tableEnd}`,
  'create index backups_by_time on backups (began_at)',
];

/** The indexes of words on SQLite. Their rows have no content: what was indexed stands in the tables. */
const SQLITE_WORDS = [
  `create virtual table search_tickets using fts5 (
    reporter, title, description, comments, internal,
    content = '', contentless_delete = 1, prefix = '2 3', tokenize = "ascii tokenchars '#@'")`,
  // Merging the parts of the index half as often makes a write 70 µs cheaper, and a search no slower.
  "insert into search_tickets (search_tickets, rank) values ('automerge', 8)",
  "create virtual table search_vocabulary using fts5vocab (search_tickets, 'instance')",
  `create virtual table search_said using fts5 (
    reporter, title, description, comments, internal,
    content = '', contentless_delete = 1, tokenize = "ascii tokenchars '#@'")`,
  `create virtual table search_answers using fts5 (
    reporter, stems, shared, detail = column, content = '', contentless_delete = 1,
    tokenize = "ascii tokenchars '@'")`,
];

const POSTGRES_WORDS = [
  `create table search_tickets (
    rowid bigint primary key, title tsvector not null, report tsvector not null, comments tsvector not null,
    internal tsvector not null)`,
  // Without a list of pending words, which every search would read.
  'create index search_tickets_by_word on search_tickets using gin (title, report, comments, internal) with (fastupdate = off)',
  `create table search_said (
    rowid bigint primary key, title tsvector not null, report tsvector not null, comments tsvector not null,
    internal tsvector not null)`,
  'create index search_said_by_word on search_said using gin (title, report)',
  'create table search_answers (rowid bigint primary key, stems tsvector not null)',
  `create table answer_stems (
    stem text not null, block integer not null, answers bytea not null,
    primary key (stem, block) include (answers)) with (autovacuum_vacuum_scale_factor = 0.02)`,
];

/** The schema as it was before the first release. */
export const baseline = {
  name: '0046-baseline',
  statements: (t: ColumnTypes, dialect: Dialect): string[] => [
    ...people(t),
    ...ticketTables(t, dialect),
    ...events(t, dialect),
    ...deliveries(t),
    ...service(t),
    ...(dialect.name === 'sqlite' ? SQLITE_WORDS : POSTGRES_WORDS),
  ],
};
