/** The types of tickets, and the query of each screen that shows some. */
import { queryOptions } from '@tanstack/react-query';
import type { Board } from '../../../contract/board.ts';
import type { SimilarTicket } from '../../../contract/similar.ts';
import type { Workload } from '../../../contract/statistics.ts';
import type {
  BoardFilter,
  ListedRow,
  Snippet,
  TicketCountFilter,
  TicketFilter,
} from '../../../contract/ticket-list.ts';
import type {
  HistoryEntry,
  ManyChanged,
  Ticket,
  TicketChanges,
  TicketCreated,
  TicketDetail,
  TicketDraft,
  TicketRow,
} from '../../../contract/tickets.ts';
import type { Category, Priority, Status } from '../../../contract/words.ts';
import { CATEGORIES, type LONG_TEXTS, PRIORITIES, STATUSES, TEXT_BOUNDS } from '../../../contract/words.ts';
import { address, get, getPage, type Page, type PageAddress, write } from './client.ts';
import { pagesQuery, readQuery } from './queries.ts';

export type {
  Category,
  HistoryEntry,
  ListedRow,
  ManyChanged,
  Page,
  Priority,
  SimilarTicket,
  Snippet,
  Status,
  Ticket,
  TicketChanges,
  TicketCreated,
  TicketDetail,
  TicketDraft,
  TicketRow,
  Workload,
};

export { CATEGORIES, PRIORITIES, STATUSES };
export const OPEN_STATUSES: readonly Status[] = STATUSES.filter((status) => status !== 'closed');

/** The part of a ticket that every answer has. Lists and boards have no long texts; the detail has. */
export type TicketSummary = Omit<Ticket, (typeof LONG_TEXTS)[number]>;

export type BoardOfRows = Board<TicketRow>;

type Maybe<T> = { [K in keyof T]?: T[K] | undefined };
/** Which tickets: the filters that list, count and board have in common. */
export type TicketFilters = Maybe<TicketCountFilter>;
/** The parameters of GET /api/tickets without the cursor. */
export type TicketQuery = Maybe<Omit<TicketFilter, 'cursor' | 'view'>>;

/** A list asked for as rows has rows. */
const rowsAt = (query: TicketQuery) => address('/tickets', { ...query, view: 'row' }) as PageAddress<ListedRow>;

export const ticketPagesQuery = (query: TicketQuery) => pagesQuery(['tickets', 'list', query], rowsAt(query));

export const ticketsQuery = (query: TicketQuery) =>
  queryOptions({
    queryKey: ['tickets', 'some', query],
    queryFn: ({ signal }) => get('/tickets', { ...query, view: 'row' }, signal) as Promise<ListedRow[]>,
  });

/** The first tickets of a search, with the step that matched them. */
export const ticketSearchQuery = (q: string, limit: number) =>
  queryOptions({
    queryKey: ['found tickets', q, limit],
    queryFn: ({ signal }) => getPage(rowsAt({ q, limit, snippets: '1' }), signal),
  });

export const ticketCountQuery = (filters: TicketFilters) =>
  queryOptions({
    queryKey: ['tickets', 'count', filters],
    queryFn: async ({ signal }) => (await get('/tickets/count', { ...filters }, signal)).count,
  });

/** @param limit the most cards that a column brings. */
export const boardQuery = (filters: Maybe<Omit<BoardFilter, 'limit' | 'view'>>, limit: number) =>
  queryOptions({
    queryKey: ['tickets', 'board', filters, limit],
    queryFn: ({ signal }) => get('/tickets/board', { ...filters, limit, view: 'row' }, signal) as Promise<BoardOfRows>,
  });

export const workloadQuery = readQuery(['tickets', 'workload'], '/tickets/workload');

/** So many letters of a description are asked with: what matters may come after a greeting, and an address has an end. */
const MOST_ASKED = 2000;

export const similarQuery = (title: string, description: string) =>
  readQuery(
    ['similar', title, description],
    '/tickets/similar',
    { title: title.slice(0, TEXT_BOUNDS.title.max), description: description.slice(0, MOST_ASKED) },
    { staleTime: 60_000, retry: false },
  );

export const patchTickets = (ids: string[], change: TicketChanges): Promise<ManyChanged> =>
  write('PATCH', '/tickets', { json: { ids, change } });

export const patchTicket = (id: string, changes: TicketChanges, version?: number) =>
  write('PATCH', `/tickets/${id}`, { json: changes, ...(version === undefined ? {} : { version }) });
