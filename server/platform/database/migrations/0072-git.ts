import type { ColumnTypes } from '../dialect.ts';

/** Connections to forges, what they sent, and the code behind tickets. */
export const git = {
  name: '0072-git',
  runsBeside: true,
  statements: (t: ColumnTypes) => [
    `create table git_connections (id ${t.id} primary key, name ${t.text} not null, forge ${t.text} not null,
      secret ${t.text} not null, is_active ${t.flag} not null, created_by ${t.id} not null references users (id),
      created_at ${t.time} not null, last_received_at ${t.time}) ${t.tableEnd}`,
    `create table received_webhooks (id ${t.id} primary key,
      connection_id ${t.id} not null references git_connections (id) on delete cascade, at ${t.time} not null,
      event ${t.text}, delivery_id ${t.text}, state ${t.text} not null, numbers ${t.json} not null,
      body ${t.text} not null) ${t.tableEnd}`,
    'create index received_webhooks_of_connection on received_webhooks (connection_id, id)',
    'create index received_webhooks_by_time on received_webhooks (at)',
    `create table code_changes (id ${t.id} primary key, kind ${t.text} not null, repository ${t.text} not null,
      identity ${t.text} not null, title ${t.text} not null, author ${t.text}, state ${t.text} not null,
      url ${t.text}, at ${t.time} not null, is_dated ${t.flag} not null) ${t.tableEnd}`,
    'create unique index code_changes_once on code_changes (repository, kind, identity)',
    `create table ticket_code_changes (ticket_id ${t.id} not null references tickets (id),
      change_id ${t.id} not null references code_changes (id), primary key (ticket_id, change_id)) ${t.tableEnd}`,
    'create index ticket_code_changes_of_change on ticket_code_changes (change_id)',
  ],
} as const;
