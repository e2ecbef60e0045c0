/**
 * The query cache holds copies of one ticket in many answers: lists, board, detail. A change goes into all of them at
 * once.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { HomeList } from './home.ts';
import { type BoardOfRows, type Page, STATUSES, type Status, type TicketSummary } from './tickets.ts';

type Pages = { pages: Page<TicketSummary>[]; pageParams: unknown[] };
type Changed = Partial<TicketSummary>;

const isBoard = (data: unknown): data is BoardOfRows => typeof data === 'object' && data !== null && '_stats' in data;
const isPages = (data: unknown): data is Pages => typeof data === 'object' && data !== null && 'pages' in data;
const isHome = (data: unknown): data is { lists: Record<string, HomeList> } =>
  typeof data === 'object' && data !== null && 'lists' in data;
const isTicket = (data: unknown): data is TicketSummary =>
  typeof data === 'object' && data !== null && 'version' in data;

function changeList<T extends TicketSummary>(list: T[], id: string, changed: Changed): T[] {
  return list.some((ticket) => ticket.id === id)
    ? list.map((ticket) => (ticket.id === id ? { ...ticket, ...changed } : ticket))
    : list;
}

const byOrder = (a: TicketSummary, b: TicketSummary) => a.order_index - b.order_index || b.number - a.number;

function changeBoard(board: BoardOfRows, id: string, changed: Changed): BoardOfRows {
  const before = STATUSES.flatMap((status) => board[status]).find((ticket) => ticket.id === id);
  if (!before) return board;
  const after = { ...before, ...changed };
  const next: BoardOfRows = { ...board, _stats: { ...board._stats } };
  const leave = (status: Status) => {
    next[status] = board[status].filter((ticket) => ticket.id !== id);
    next._stats[status] -= 1;
  };
  const enter = (status: Status) => {
    next[status] = [...next[status], after].sort(byOrder);
    next._stats[status] += 1;
  };
  leave(before.status);
  enter(after.status);
  return next;
}

/** The answer with its lists changed; a board has other rules. */
function withLists(data: unknown, change: <T extends TicketSummary>(list: T[]) => T[]): unknown {
  if (Array.isArray(data)) return data.every(isTicket) ? change(data) : data;
  if (isPages(data)) return { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) };
  if (!isHome(data)) return data;
  const lists = Object.entries(data.lists).map(([name, list]) => [name, { ...list, tickets: change(list.tickets) }]);
  return { ...data, lists: Object.fromEntries(lists) };
}

export function changeAnswer(data: unknown, id: string, changed: Changed): unknown {
  if (isBoard(data) && Array.isArray(data.closed)) return changeBoard(data, id, changed);
  if (isTicket(data)) return data.id === id ? { ...data, ...changed } : data;
  return withLists(data, (list) => changeList(list, id, changed));
}

export function changeEverywhere(client: QueryClient, id: string, changed: Changed): void {
  client.setQueriesData({ queryKey: ['tickets'] }, (data: unknown) => changeAnswer(data, id, changed));
}

/** Puts the service's answer into every copy, and keeps the fields that only the detail has. */
export function putTicket(client: QueryClient, ticket: TicketSummary): void {
  changeEverywhere(client, ticket.id, ticket);
}

/** The numbers of tickets that the user saw, and does not see any more. */
const gone = new Set<number>();

export const isGone = (number: number): boolean => gone.has(number);

function without(data: unknown, id: string): unknown {
  const others = <T extends TicketSummary>(list: T[]) => list.filter((ticket) => ticket.id !== id);
  if (isBoard(data) && Array.isArray(data.closed))
    return { ...data, ...Object.fromEntries(STATUSES.map((status) => [status, others(data[status])])) };
  return withLists(data, others);
}

/** Takes a ticket out of every answer, because the user does not see it any more. Its page then says so. */
export async function dropTicket(client: QueryClient, { id, number }: { id: string; number: number }): Promise<void> {
  gone.add(number);
  client.setQueriesData({ queryKey: ['tickets'] }, (data: unknown) => without(data, id));
  await client.resetQueries({ queryKey: ['tickets', 'detail', number] });
  await client.invalidateQueries({ queryKey: ['tickets'] });
}

/** Every copy of a ticket in the cache. */
export function copiesOf(client: QueryClient, is: (ticket: TicketSummary) => boolean): TicketSummary[] {
  return client.getQueriesData({ queryKey: ['tickets'] }).flatMap(([, data]) => ticketsIn(data).filter(is));
}

function ticketsIn(data: unknown): TicketSummary[] {
  if (Array.isArray(data)) return data.filter(isTicket);
  if (isPages(data)) return data.pages.flatMap((page) => page.items);
  if (isHome(data)) return Object.values(data.lists).flatMap(({ tickets }) => tickets);
  if (isBoard(data) && Array.isArray(data.closed)) return STATUSES.flatMap((status) => data[status]).filter(isTicket);
  return isTicket(data) ? [data] : [];
}

/** The newest copy of a ticket in the cache. */
export const newestCopy = (client: QueryClient, id: string): TicketSummary | undefined =>
  copiesOf(client, (ticket) => ticket.id === id)
    .toSorted((a, b) => a.version - b.version)
    .at(-1);

export const newestVersion = (client: QueryClient, id: string): number | undefined => newestCopy(client, id)?.version;
