import type { ColumnTypes } from '../dialect.ts';

/** Messages about tickets: to whom, why, and with which outcome. */
export const tellings = {
  name: '0079-tellings',
  runsBeside: true,
  statements: (t: ColumnTypes) => [
    ...[`why ${t.text}`, `thread_id ${t.id}`, `server_said ${t.text}`, `not_sent_because ${t.text}`].map(
      (column) => `alter table event_deliveries add column ${column}`,
    ),
    'create index deliveries_by_thread on event_deliveries (thread_id, id) where thread_id is not null',
    ...[`event_name ${t.text}`, `why ${t.text}`, `aside_id ${t.id}`].map(
      (column) => `alter table notices add column ${column}`,
    ),
    'create index notices_aside on notices (aside_id) where aside_id is not null',
    `create table tellings (id ${t.id} not null, ticket_id ${t.id} not null references tickets (id),
      event_name ${t.text} not null, channel ${t.text} not null, user_id ${t.id} references users (id), why ${t.text},
      response_status ${t.integer}, server_said ${t.text}, not_sent_because ${t.text}, is_internal ${t.flag} not null, created_at ${t.time} not null,
      updated_at ${t.time} not null, delivered_at ${t.time}, bounced_at ${t.time}, read_at ${t.time},
      primary key (ticket_id, id)) ${t.tableEnd}`,
    'create index tellings_of_person on tellings (user_id) where user_id is not null',
    'create index tellings_by_age on tellings (created_at)',
  ],
} as const;
