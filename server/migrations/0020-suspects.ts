import type { ColumnTypes } from '../database/dialect.ts';

/** Counts the attempts of a delivery that ended with their worker, and adds an index of poison candidates. */
export const suspects = {
  name: '0020-suspects',
  statements: (t: ColumnTypes) => [
    `alter table event_deliveries add column lost ${t.integer} not null default 0`,
    "create index deliveries_suspect on event_deliveries (next_attempt_at) where status = 'pending' and next_attempt_at is not null and lost >= 2",
  ],
};
