import type { ForeignDatabase } from '#platform';
import type { ImportReport } from '../import-report.ts';

/** Tables of which nothing comes along, and why. */
const NOT_TAKEN: Readonly<Record<string, string>> = {
  otp_codes: 'codes are never taken: everybody signs in once more',
  domain_events: 'events are made anew from tickets and their history',
  event_outbox: 'events are made anew from tickets and their history',
};

const TAKEN: ReadonlySet<string> = new Set([
  'users',
  'projects',
  'ticket_templates',
  'tickets',
  'comments',
  'attachments',
  'ticket_history',
  'dev_tasks',
  'ticket_relations',
  'ticket_external_references',
  'telemetry_events',
  'settings',
]);

/** Names every table that does not come along, with the number of its rows. */
export function nameTablesLeftOut(source: ForeignDatabase, report: ImportReport): void {
  for (const table of source.tables.keys()) {
    if (TAKEN.has(table)) continue;
    const count = source.count(table);
    const reason = NOT_TAKEN[table];
    report.read(table, count);
    report.leftOut(table, reason ?? 'Kwit does not know this table', { isLost: reason === undefined, count });
  }
}
