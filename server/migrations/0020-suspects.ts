import type { ColumnTypes } from '../database/dialect.ts'

/** Deliveries whose workers do not come back: they are told from the others, and found. */
export const suspects = {
  name: '0020-suspects',
  statements: (t: ColumnTypes) => [
    `alter table event_deliveries add column lost ${t.integer} not null default 0`,
    "create index deliveries_suspect on event_deliveries (next_attempt_at) where status = 'pending' and next_attempt_at is not null and lost >= 2",
  ],
}
