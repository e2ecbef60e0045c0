import type { ColumnTypes } from '../database/dialect.ts';

/** When a session was last used, to end those that nobody uses. */
export const lastUse = {
  name: '0026-last-use',
  statements: (t: ColumnTypes) => [`alter table sessions add column last_used_at ${t.time}`],
};
