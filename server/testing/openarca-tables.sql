-- The tables of OpenArca, column by column. Its application holds the bounds, so there are no others.
create table users (id text primary key, email text unique not null, name text, role text not null default 'user',
  language text not null default 'pl', email_notify_ticket_status integer not null default 1,
  email_notify_developer_comment integer not null default 1, avatar_filename text, avatar_updated_at text,
  created_at text not null default (datetime('now')), last_login text);
create table otp_codes (id text primary key, email text not null, code text not null, expires_at text not null,
  used integer not null default 0, created_at text not null default (datetime('now')));
create table projects (id text primary key, name text not null, description text, color text default '#6B7280',
  icon_filename text, icon_updated_at text, created_at text not null default (datetime('now')));
create table ticket_templates (id text primary key, name text not null, project_id text references projects (id),
  category text not null default 'other', urgency_reporter text not null default 'normal', title_template text not null,
  description_template text not null, checklist_json text not null default '[]', is_active integer not null default 1,
  created_by text references users (id), created_at text not null default (datetime('now')),
  updated_at text not null default (datetime('now')));
create table tickets (id text primary key, number integer not null unique, title text not null, description text not null,
  steps_to_reproduce text, expected_result text, actual_result text, environment text,
  urgency_reporter text not null default 'normal', priority text not null default 'normal',
  status text not null default 'submitted', category text not null default 'other',
  project_id text references projects (id), reporter_id text not null references users (id),
  assignee_id text references users (id), source_support_thread_id text, estimated_hours real, planned_date text,
  order_index integer not null default 0, internal_note text, created_at text not null default (datetime('now')),
  updated_at text not null default (datetime('now')), closed_at text);
create table ticket_history (id text primary key, ticket_id text not null references tickets (id),
  user_id text references users (id), field text not null, old_value text, new_value text,
  created_at text not null default (datetime('now')));
create table comments (id text primary key, ticket_id text not null references tickets (id),
  user_id text references users (id), content text not null, is_developer integer not null default 0,
  is_internal integer not null default 0, is_closure_summary integer not null default 0,
  type text not null default 'comment', parent_id text references comments (id),
  created_at text not null default (datetime('now')));
create table attachments (id text primary key, ticket_id text not null references tickets (id), filename text not null,
  original_name text not null, mime_type text not null, size integer not null, uploaded_by text references users (id),
  created_at text not null default (datetime('now')));
create table dev_tasks (id text primary key, title text not null, description text,
  priority text not null default 'normal', estimated_hours real, planned_date text, status text not null default 'todo',
  order_index integer not null default 0, ticket_id text references tickets (id), created_by text references users (id),
  created_at text not null default (datetime('now')), updated_at text not null default (datetime('now')));
create table ticket_relations (id text primary key, ticket_id_a text not null references tickets (id),
  ticket_id_b text not null references tickets (id), relation_type text not null default 'related',
  created_by text references users (id), created_at text not null default (datetime('now')));
create table ticket_external_references (id text primary key, ticket_id text not null references tickets (id),
  ref_type text not null, url text not null, title text, created_by text references users (id),
  created_at text not null default (datetime('now')));
create table telemetry_events (id text primary key, event_name text not null, user_id text references users (id),
  ticket_id text references tickets (id), properties_json text, created_at text not null default (datetime('now')));
create table domain_events (id text primary key, event_name text not null, payload_json text not null);
create table event_outbox (id text primary key, event_id text not null, status text not null default 'pending');
create table settings (key text primary key, value text not null);
