import type { ColumnTypes, Dialect } from '../database/dialect.ts'

/** What it takes to read events on and on without missing one, and to let a page without a token do so. */
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
}
