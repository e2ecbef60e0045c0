import type { ColumnTypes } from '../database/dialect.ts';

const people = (t: ColumnTypes) => [
  `create table users (
    id ${t.id} primary key, email ${t.text} not null unique, name ${t.text} not null, role ${t.text} not null,
    language ${t.text} not null, email_notify_ticket_status ${t.flag} not null,
    email_notify_developer_comment ${t.flag} not null, avatar_filename ${t.text}, avatar_updated_at ${t.time},
    created_at ${t.time} not null, last_login ${t.time}) ${t.tableEnd}`,
  'create index users_by_role on users (role)',
  `create table sessions (
    id ${t.id} primary key, user_id ${t.id} not null references users (id), created_at ${t.time} not null,
    expires_at ${t.time} not null, revoked_at ${t.time}) ${t.tableEnd}`,
  'create index sessions_by_user on sessions (user_id)',
  'create index sessions_by_end on sessions (expires_at)',
  `create table sign_in_codes (
    email ${t.text} primary key, code_hash ${t.text} not null, guesses ${t.integer} not null,
    expires_at ${t.time} not null, created_at ${t.time} not null) ${t.tableEnd}`,
  `create table attempts (id ${t.id} primary key, bucket ${t.text} not null, at ${t.time} not null) ${t.tableEnd}`,
  'create index attempts_by_bucket on attempts (bucket, at)',
  'create index attempts_by_time on attempts (at)',
  `create table known_clients (
    user_id ${t.id} not null references users (id), client ${t.text} not null, last_sign_in_at ${t.time} not null,
    primary key (user_id, client)) ${t.tableEnd}`,
];

const tickets = (t: ColumnTypes) => [
  `create table projects (
    id ${t.id} primary key, name ${t.text} not null, description ${t.text}, color ${t.text} not null,
    icon_filename ${t.text}, created_at ${t.time} not null) ${t.tableEnd}`,
  `create table tickets (
    id ${t.id} primary key, number ${t.integer} not null unique, title ${t.text} not null, description ${t.text} not null,
    steps_to_reproduce ${t.text}, expected_result ${t.text}, actual_result ${t.text}, environment ${t.text},
    category ${t.text} not null, urgency_reporter ${t.text} not null, priority ${t.text} not null,
    priority_rank ${t.integer} not null, status ${t.text} not null,
    project_id ${t.id} references projects (id) on delete set null, reporter_id ${t.id} not null references users (id),
    assignee_id ${t.id} references users (id), planned_date ${t.day}, estimated_hours ${t.real},
    order_index ${t.integer} not null, internal_note ${t.text}, created_at ${t.time} not null,
    updated_at ${t.time} not null, closed_at ${t.time}, version ${t.integer} not null,
    event_seq ${t.integer} not null) ${t.tableEnd}`,
  'create index tickets_by_update on tickets (updated_at, id)',
  'create index tickets_by_creation on tickets (created_at, id)',
  'create index tickets_by_priority on tickets (priority_rank, id)',
  'create index tickets_by_status on tickets (status, order_index, number desc)',
  'create index tickets_by_reporter on tickets (reporter_id, updated_at, id)',
  'create index tickets_by_reporter_status on tickets (reporter_id, status)',
  'create index tickets_by_assignee on tickets (assignee_id, updated_at, id)',
  'create index tickets_by_project on tickets (project_id, status)',
  'create index tickets_by_closing on tickets (closed_at)',
  `create table ticket_history (
    id ${t.id} primary key, ticket_id ${t.id} not null references tickets (id), field ${t.text} not null,
    old_value ${t.text}, new_value ${t.text}, user_id ${t.id} references users (id),
    created_at ${t.time} not null) ${t.tableEnd}`,
  'create index history_by_ticket on ticket_history (ticket_id, id)',
  `create table comments (
    id ${t.id} primary key, ticket_id ${t.id} not null references tickets (id),
    user_id ${t.id} not null references users (id), content ${t.text} not null, type ${t.text} not null,
    is_internal ${t.flag} not null, is_closure_summary ${t.flag} not null, is_developer ${t.flag} not null,
    parent_id ${t.id} references comments (id), created_at ${t.time} not null) ${t.tableEnd}`,
  'create index comments_by_ticket on comments (ticket_id, id)',
  `create table attachments (
    id ${t.id} primary key, ticket_id ${t.id} not null references tickets (id), filename ${t.text} not null unique,
    original_name ${t.text} not null, mime_type ${t.text} not null, size ${t.integer} not null, sha256 ${t.text} not null,
    uploaded_by ${t.id} not null references users (id), created_at ${t.time} not null) ${t.tableEnd}`,
  'create index attachments_by_ticket on attachments (ticket_id, id)',
  `create table dev_tasks (
    id ${t.id} primary key, user_id ${t.id} not null references users (id), title ${t.text} not null,
    description ${t.text}, priority ${t.text} not null, estimated_hours ${t.real}, planned_date ${t.day},
    status ${t.text} not null, order_index ${t.integer} not null, ticket_id ${t.id} unique references tickets (id),
    created_by ${t.id} references users (id), created_at ${t.time} not null, updated_at ${t.time} not null) ${t.tableEnd}`,
  'create index dev_tasks_by_user on dev_tasks (user_id, status, updated_at)',
];

const links = (t: ColumnTypes) => [
  `create table ticket_relations (
    from_id ${t.id} not null references tickets (id), to_id ${t.id} not null references tickets (id),
    relation_type ${t.text} not null, created_by ${t.id} references users (id), created_at ${t.time} not null,
    primary key (from_id, to_id)) ${t.tableEnd}`,
  'create index relations_by_target on ticket_relations (to_id)',
  `create table external_references (
    id ${t.id} primary key, ticket_id ${t.id} not null references tickets (id), ref_type ${t.text} not null,
    url ${t.text} not null, title ${t.text}, created_by ${t.id} references users (id),
    created_at ${t.time} not null) ${t.tableEnd}`,
  'create index references_by_ticket on external_references (ticket_id, id)',
];

const service = (t: ColumnTypes) => [
  `create table counters (name ${t.text} primary key, value ${t.integer} not null) ${t.tableEnd}`,
  `insert into counters (name, value) values ('ticket_number', 0), ('status:submitted', 0), ('status:verified', 0),
    ('status:in_progress', 0), ('status:waiting', 0), ('status:blocked', 0), ('status:closed', 0)`,
  `create table settings (
    name ${t.text} primary key, value ${t.text} not null, updated_at ${t.time} not null,
    updated_by ${t.id} references users (id)) ${t.tableEnd}`,
  `create table event_outbox (
    position ${t.counting}, id ${t.id} not null unique, event_id ${t.id} not null unique, event_name ${t.text} not null,
    aggregate_type ${t.text} not null, aggregate_id ${t.id} not null, seq ${t.integer} not null, actor_user_id ${t.id},
    correlation_id ${t.text} not null, source ${t.text} not null, payload ${t.json} not null, status ${t.text} not null,
    attempts ${t.integer} not null, next_attempt_at ${t.time}, last_error ${t.text}, occurred_at ${t.time} not null,
    created_at ${t.time} not null, updated_at ${t.time} not null, processed_at ${t.time},
    unique (aggregate_id, seq)) ${t.tableEnd}`,
  'create index outbox_by_status on event_outbox (status, next_attempt_at)',
  `create table idempotency_keys (
    user_id ${t.id} not null references users (id), operation ${t.text} not null, key ${t.text} not null,
    fingerprint ${t.text} not null, answer ${t.text} not null, created_at ${t.time} not null,
    primary key (user_id, operation, key)) ${t.tableEnd}`,
  'create index idempotency_keys_by_time on idempotency_keys (created_at)',
];

export const first = {
  name: '0001-first',
  statements: (types: ColumnTypes) => [...people(types), ...tickets(types), ...links(types), ...service(types)],
};
