import type { ColumnTypes } from '../database/dialect.ts';

/** By which token a program changed a ticket for its owner. */
export const via = {
  name: '0032-via',
  statements: (t: ColumnTypes) => [`alter table ticket_history add column via ${t.text}`],
};
