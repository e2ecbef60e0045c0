import type { ColumnTypes, Dialect } from '../database/dialect.ts';

/** Adds what the live stream needs: an order in which no reader misses an event, and used stream tickets. */
export const stream = {
  name: '0007-stream',
  statements: (t: ColumnTypes, { name }: Dialect) => [
    `create table stream_tickets (id ${t.id} primary key, expires_at ${t.time} not null) ${t.tableEnd}`,
    ...(name === 'postgres'
      ? [
          'alter table event_outbox add column xid xid8 not null default pg_current_xact_id()',
          'create index outbox_by_transaction on event_outbox (xid, position)',
        ]
      : []),
  ],
};
