import type { ColumnTypes } from '../database/dialect.ts';

/** Adds since when a ticket has had its status, so that a list can ask for tickets that are stuck. */
export const statusSince = {
  name: '0021-status-since',
  statements: (t: ColumnTypes) => [
    `alter table tickets add column status_since ${t.time}`,
    `update tickets set status_since = coalesce(
      (select max(h.created_at) from ticket_history h where h.ticket_id = tickets.id and h.field = 'status'), created_at)`,
  ],
};
