import type { ColumnTypes, Dialect } from '../database/dialect.ts';

/** Nodes of the version before go on adding tickets while they are replaced one by one, which only PostgreSQL allows. */
const whenAdded = ({ name }: Dialect): string => (name === 'postgres' ? ' default now()' : '');

/**
 * Adds version and last update as the reporter of a ticket may know them, with an index that gives their tickets in that
 * order, and whether a ticket has ever left `closed`.
 */
export const whatReportersSee = {
  name: '0029-what-reporters-see',
  statements: (t: ColumnTypes, dialect: Dialect) => [
    `alter table tickets add column public_version ${t.integer} not null default 1`,
    `alter table tickets add column public_updated_at ${t.time}${whenAdded(dialect)}`,
    `alter table tickets add column was_closed ${t.flag} not null default false`,
    `update tickets set public_version = version, public_updated_at = updated_at, was_closed = exists (
      select 1 from ticket_history h where h.ticket_id = tickets.id and h.field = 'status' and h.old_value = 'closed')`,
    'create index tickets_by_reporter_update on tickets (reporter_id, public_updated_at, id)',
  ],
};
