import type { ColumnTypes } from '../database/dialect.ts';

/** Adds how long a digest of a burst was waited for, from which the next one's pause follows. */
export const digestsOfBursts = {
  name: '0036-digests-of-bursts',
  statements: (t: ColumnTypes) => [`alter table digests add column pause_minutes ${t.integer}`],
};
