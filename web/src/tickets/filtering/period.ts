/**
 * When a ticket was reported or closed: the last days, a month, or from one day to another. The address keeps `7d`, `30d`
 * or `2026-10`, which mean the user's own days, or `2026-10-05..2026-11-27`, which are days in UTC, as figures count.
 */
import { OPEN_STATUSES, type TicketFilters, type TicketSummary } from '../../backend/tickets.ts';
import { now } from '../../clock.ts';
import { today } from '../../texts/dates.ts';

const PERIOD = /^(?:(7|30)d|(\d{4})-(0[1-9]|1[0-2])|(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d))$/;
const DAY = 86_400_000;

/** From when, and before when; the end is open for the last days. Neither for a text that is no period. */
export function momentsOf(period: string, at = now()): { since?: string; before?: string } {
  const [, days, year, month, first, last] = PERIOD.exec(period) ?? [];
  const today = new Date(at);
  const span = days
    ? [new Date(today.getFullYear(), today.getMonth(), today.getDate() - Number(days) + 1)]
    : year
      ? [0, 1].map((later) => new Date(Number(year), Number(month) - 1 + later, 1))
      : first && last
        ? [new Date(first), new Date(Date.parse(last) + DAY)]
        : [];
  if (span.some((moment) => Number.isNaN(moment.getTime()))) return {};
  const [since, before] = span.map((moment) => moment.toISOString());
  return { ...(since && { since }), ...(before && { before }) };
}

export const isPeriod = (text: string): boolean => momentsOf(text).since !== undefined;

/**
 * The filters by time: overdue; open and unchanged for three days; open and in its status for three days; closed today (in
 * UTC). The address keeps their names, because they mean other moments each day.
 */
export const TIME_FILTERS = ['overdue', 'quiet', 'stuck', 'closed_today'] as const;
export type TimeFilter = (typeof TIME_FILTERS)[number];

/** After so many days without a change, or in one status, somebody may have forgotten a ticket. */
const QUIET_DAYS = 3;

/** The beginning of the day in UTC, as the service counts days. */
const startOfDay = (at: number) => `${new Date(at).toISOString().slice(0, 10)}T00:00:00.000Z`;
/** Rounded to the hour, so that the query key of a list stays the same. */
const quietSince = (at: number) => new Date(at - QUIET_DAYS * DAY).toISOString().replace(/:.*/, ':00:00.000Z');

/** The filters of the service for one by time, which leaves only the statuses that fit it. */
export function timeFilters(
  { when, status }: { when?: TimeFilter | undefined; status?: string | undefined },
  at = now(),
): TicketFilters {
  const open = status ?? OPEN_STATUSES.join(',');
  if (when === 'overdue') return { status: open, planned_before: today(new Date(at)) };
  if (when === 'quiet') return { status: open, updated_before: quietSince(at) };
  if (when === 'stuck') return { status: open, status_before: quietSince(at) };
  if (when === 'closed_today') return { status: status ?? 'closed', closed_since: startOfDay(at) };
  return {};
}

/** Whether a ticket matches the filter, as far as it says: not since when it has had its status. */
export function matchesTime(ticket: TicketSummary, when: TimeFilter | undefined, at = now()): boolean {
  if (when === undefined) return true;
  if (when === 'closed_today') return ticket.closed_at !== null && ticket.closed_at >= startOfDay(at);
  if (ticket.status === 'closed') return false;
  if (when === 'stuck') return true;
  if (when === 'quiet') return ticket.updated_at < quietSince(at);
  return ticket.planned_date !== null && ticket.planned_date < today(new Date(at));
}
