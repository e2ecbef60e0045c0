/**
 * The query cache holds copies of one ticket in many answers: lists, board, detail. A change goes into all of them at
 * once.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { Board, Page, Status, Ticket } from './tickets.ts'
import { STATUSES } from './tickets.ts'

type Pages = { pages: Page<Ticket>[]; pageParams: unknown[] }
type Change = (ticket: Ticket) => Ticket

const isBoard = (data: unknown): data is Board => typeof data === 'object' && data !== null && '_stats' in data
const isPages = (data: unknown): data is Pages => typeof data === 'object' && data !== null && 'pages' in data
const isTicket = (data: unknown): data is Ticket => typeof data === 'object' && data !== null && 'version' in data

function changeList(list: Ticket[], id: string, change: Change): Ticket[] {
  return list.some((ticket) => ticket.id === id)
    ? list.map((ticket) => (ticket.id === id ? change(ticket) : ticket))
    : list
}

const byOrder = (a: Ticket, b: Ticket) => a.order_index - b.order_index || b.number - a.number

function changeBoard(board: Board, id: string, change: Change): Board {
  const before = STATUSES.flatMap((status) => board[status]).find((ticket) => ticket.id === id)
  if (!before) return board
  const after = change(before)
  const changed: Board = { ...board, _stats: { ...board._stats } }
  const leave = (status: Status) => {
    changed[status] = board[status].filter((ticket) => ticket.id !== id)
    changed._stats[status] -= 1
  }
  const enter = (status: Status) => {
    changed[status] = [...changed[status], after].sort(byOrder)
    changed._stats[status] += 1
  }
  leave(before.status)
  enter(after.status)
  return changed
}

export function changeAnswer(data: unknown, id: string, change: Change): unknown {
  if (Array.isArray(data)) return data.every(isTicket) ? changeList(data, id, change) : data
  if (isBoard(data) && 'closed' in data && Array.isArray(data.closed)) return changeBoard(data, id, change)
  if (isPages(data)) {
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: changeList(page.items, id, change) })) }
  }
  return isTicket(data) && data.id === id ? change(data) : data
}

export function changeEverywhere(client: QueryClient, id: string, change: Change): void {
  client.setQueriesData({ queryKey: ['tickets'] }, (data: unknown) => changeAnswer(data, id, change))
}

/** Puts the service's answer into every copy, and keeps the fields that only the detail has. */
export function putTicket(client: QueryClient, ticket: Ticket): void {
  changeEverywhere(client, ticket.id, (shown) => ({ ...shown, ...ticket }))
}

/** Every copy of a ticket in the cache. */
export function copiesOf(client: QueryClient, is: (ticket: Ticket) => boolean): Ticket[] {
  return client.getQueriesData({ queryKey: ['tickets'] }).flatMap(([, data]) => ticketsIn(data).filter(is))
}

function ticketsIn(data: unknown): Ticket[] {
  if (Array.isArray(data)) return data.filter(isTicket)
  if (isPages(data)) return data.pages.flatMap((page) => page.items)
  if (isBoard(data) && Array.isArray(data.closed)) return STATUSES.flatMap((status) => data[status]).filter(isTicket)
  return isTicket(data) ? [data] : []
}

/** The newest version of a ticket in the cache. */
export function newestVersion(client: QueryClient, id: string): number | undefined {
  const versions = copiesOf(client, (ticket) => ticket.id === id).map((ticket) => ticket.version)
  return versions.length > 0 ? Math.max(...versions) : undefined
}
