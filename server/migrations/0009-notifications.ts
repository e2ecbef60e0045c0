import type { ColumnTypes } from '../database/dialect.ts';

/** Adds the digests of new tickets, and lets mails be sent about events. */
export const notifications = {
  name: '0009-notifications',
  statements: (t: ColumnTypes) => [
    // Nobody is mailed about events that were recorded before this version.
    `update event_outbox set status = 'sent', next_attempt_at = null, routed_at = created_at, processed_at = created_at
      where routed_at is null`,
    `create table digests (
      entry_id ${t.id} primary key references event_outbox (id) on delete cascade, until ${t.time} not null,
      created_at ${t.time} not null) ${t.tableEnd}`,
    'create index digests_by_end on digests (until)',
    `create table digested_tickets (
      entry_id ${t.id} not null references digests (entry_id) on delete cascade,
      ticket_id ${t.id} not null references tickets (id), primary key (entry_id, ticket_id)) ${t.tableEnd}`,
    "create index outbox_new_tickets on event_outbox (routed_at) where event_name = 'ticket.created'",
  ],
};
