import { useQuery } from '@tanstack/react-query';
import type { HomeList } from '../../backend/home.ts';
import { type ListedRow, type TicketQuery, ticketCountQuery, ticketsQuery } from '../../backend/tickets.ts';
import { useMe } from '../../session/me.ts';
import { filtersOf, stillMatches } from './service-filters.ts';
import type { TicketSearch } from './ticket-search.ts';

export interface MatchingTickets {
  /** The first ones; undefined while they load. */
  tickets: ListedRow[] | undefined;
  /** How many there are in all; undefined while that loads. */
  total: number | undefined;
}

/**
 * The first tickets that match a search, and how many match. The service is asked for the count only when there may be
 * more than are shown.
 */
export function useMatchingTickets(search: TicketSearch, shown: number, more: TicketQuery) {
  const me = useMe();
  const filters = filtersOf(search);
  const query = useQuery(ticketsQuery({ ...filters, ...more, limit: shown }));
  const full = query.data?.length === shown;
  const count = useQuery({ ...ticketCountQuery(filters), enabled: full });
  const tickets = query.data?.filter((ticket) => stillMatches(ticket, search, me.id));
  const gone = (query.data?.length ?? 0) - (tickets?.length ?? 0);
  const all = full ? count.data : query.data?.length;
  return {
    tickets,
    total: all === undefined ? undefined : Math.max(all - gone, tickets?.length ?? 0),
    error: query.data ? null : query.error,
  };
}

/** The matching tickets of a list that an answer for a whole page has. The user's last change may have taken some off it. */
export function matchingIn(list: HomeList | undefined, search: TicketSearch, me: string): MatchingTickets {
  if (!list) return { tickets: undefined, total: undefined };
  const tickets = list.tickets.filter((ticket) => stillMatches(ticket, search, me));
  return { tickets, total: list.count - (list.tickets.length - tickets.length) };
}
