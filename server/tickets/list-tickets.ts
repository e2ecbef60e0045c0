import { UUID } from '../../contract/scalars.ts'
import type { Category, Priority, Status, TicketFilter } from '../../contract/tickets.ts'
import { isInstant } from '../clock.ts'
import { readsInternals, ticketScope } from '../visibility.ts'
import type { Work } from '../work.ts'
import { type NamedTicket, PRIORITY_RANK } from './ticket.ts'
import type { Position, Sort } from './ticket-filter.ts'

const words = <T extends string>(list: string | undefined): T[] | null =>
  list === undefined ? null : ([...new Set(list.split(','))].sort() as T[])

/** The value of the sorted column, which is where the next page starts. */
const sortedValue = (ticket: NamedTicket, sort: Sort): string | number =>
  sort === 'priority' ? PRIORITY_RANK[ticket.priority] : ticket[sort]

const isId = new RegExp(UUID)

/** A cursor fits only the order that gave it out. */
export type TicketCursor = readonly [Sort, string | number, string]

export const isTicketCursor =
  (sort: Sort) =>
  (cursor: unknown): cursor is TicketCursor => {
    if (!Array.isArray(cursor) || cursor.length !== 3 || cursor[0] !== sort || !isId.test(String(cursor[2])))
      return false
    const value: unknown = cursor[1]
    return sort === 'number' || sort === 'priority' ? Number.isSafeInteger(value) : isInstant(value)
  }

/** One page of the tickets that the caller may see, and where the next one starts. */
export async function listTickets(
  work: Work,
  filter: TicketFilter,
  cursor: TicketCursor | null,
): Promise<{ tickets: NamedTicket[]; next: TicketCursor | null }> {
  const { sort = 'updated_at', limit = 100, assignee_id: assignee } = filter
  const scope = ticketScope(work.actor)
  const after: Position | null = cursor && { value: cursor[1], id: cursor[2] }
  const found = await work.tickets.list({
    internals: readsInternals(work.actor),
    reporterId: !scope.all ? scope.reporterId : filter.my === '1' ? work.actor.id : null,
    statuses: words<Status>(filter.status),
    priorities: words<Priority>(filter.priority),
    categories: words<Category>(filter.category),
    projectId: filter.project_id ?? null,
    number: filter.number ?? null,
    assigneeId: assignee === 'me' ? work.actor.id : (assignee ?? null),
    sort,
    ascending: filter.order === 'asc',
    after,
    limit: limit + 1,
  })
  const tickets = found.slice(0, limit)
  const last = tickets.at(-1)
  return { tickets, next: found.length > limit && last ? [sort, sortedValue(last, sort), last.id] : null }
}
