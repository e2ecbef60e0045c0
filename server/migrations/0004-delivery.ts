import type { ColumnTypes } from '../database/dialect.ts';

/** Adds what delivering events needs: destinations, attempts, and the leases of workers. */
export const delivery = {
  name: '0004-delivery',
  statements: (t: ColumnTypes) => [
    `alter table event_outbox add column routed_at ${t.time}`,
    `alter table event_outbox add column lease ${t.id}`,
    `alter table event_outbox add column leased_until ${t.time}`,
    'drop index outbox_by_status',
    'create index outbox_by_status on event_outbox (status, position)',
    'create index outbox_unrouted on event_outbox (position) where routed_at is null',
    'create index outbox_unrouted_by_ticket on event_outbox (aggregate_id, seq) where routed_at is null',
    'create index outbox_leased on event_outbox (leased_until) where leased_until is not null',
    'create index outbox_by_lease on event_outbox (lease) where lease is not null',
    `create table event_deliveries (
      id ${t.id} primary key, entry_id ${t.id} not null references event_outbox (id), aggregate_id ${t.id} not null,
      seq ${t.integer} not null, channel ${t.text} not null, destination ${t.text} not null, status ${t.text} not null,
      attempts ${t.integer} not null, next_attempt_at ${t.time}, lease ${t.id}, leased_until ${t.time}, last_error ${t.text},
      response_status ${t.integer}, created_at ${t.time} not null, updated_at ${t.time} not null, delivered_at ${t.time},
      unique (entry_id, destination)) ${t.tableEnd}`,
    "create index deliveries_due on event_deliveries (channel, next_attempt_at) where status = 'pending' and next_attempt_at is not null",
    "create index deliveries_unfinished on event_deliveries (aggregate_id, destination, seq) where status in ('pending', 'processing')",
    'create index deliveries_leased on event_deliveries (leased_until) where leased_until is not null',
    'create index deliveries_by_channel on event_deliveries (channel, id)',
    'create index deliveries_by_ticket on event_deliveries (aggregate_id, id)',
  ],
};
