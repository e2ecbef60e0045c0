/** The filters by time. The address keeps their names, because they mean other moments each day. */
import { OPEN_STATUSES, type Ticket, type TicketQuery } from '../../backend/tickets.ts'
import { today } from '../../texts/dates.ts'
import type { TicketSearch, TimeFilter } from './ticket-search.ts'

const DAY = 86_400_000
/** After so many days without a change somebody may have forgotten a ticket. */
const QUIET_DAYS = 3

/** The beginning of the day in UTC, as the service counts days. */
const startOfDay = (now: number) => `${new Date(now).toISOString().slice(0, 10)}T00:00:00.000Z`
/** Rounded to the hour, so that the query key of a list stays the same. */
const quietSince = (now: number) => new Date(now - QUIET_DAYS * DAY).toISOString().replace(/:.*/, ':00:00.000Z')

/** The parameters of GET /api/tickets for a filter. */
export function timeQuery({ when, status }: TicketSearch, now = Date.now()): TicketQuery {
  const open = status ?? OPEN_STATUSES.join(',')
  if (when === 'overdue') return { status: open, planned_before: today(new Date(now)) }
  if (when === 'quiet') return { status: open, updated_before: quietSince(now) }
  if (when === 'closed_today') return { status: status ?? 'closed', closed_since: startOfDay(now) }
  return {}
}

/** Whether a ticket matches the filter. */
export function matchesTime(ticket: Ticket, when: TimeFilter | undefined, now = Date.now()): boolean {
  if (when === undefined) return true
  if (when === 'closed_today') return ticket.closed_at !== null && ticket.closed_at >= startOfDay(now)
  if (ticket.status === 'closed') return false
  if (when === 'quiet') return ticket.updated_at < quietSince(now)
  return ticket.planned_date !== null && ticket.planned_date < today(new Date(now))
}
