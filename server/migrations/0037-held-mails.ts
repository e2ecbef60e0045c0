import type { ColumnTypes } from '../database/dialect.ts';

/** A mail may wait for its notice to be read. */
export const heldMails = {
  name: '0037-held-mails',
  statements: (t: ColumnTypes) => [`alter table event_deliveries add column not_before ${t.time}`],
};
