import type { Board } from '#contract/board.ts';
import type { StatusCounts } from '#contract/statistics.ts';
import type { BoardFilter } from '#contract/ticket-list.ts';
import { STATUSES, type Status, type Ticket, type TicketRow } from '#contract/tickets.ts';
import type { SearchStep } from '#contract/words.ts';
import { expandPrefixes, inSteps } from '#memory';
import type { Work } from '#platform';
import { listingOf } from '../list-tickets.ts';
import { matchingOf } from '../ranked-tickets.ts';
import { StatisticsStore } from '../statistics/statistics-store.ts';
import { viewRow, viewTicket } from '../ticket.ts';
import type { TicketListing } from '../ticket-filter.ts';
import { BoardStore } from './board-store.ts';

/** Cards that a column shows when the caller names no limit. */
const CARDS: Readonly<Record<Status, number>> = {
  submitted: 200,
  verified: 200,
  in_progress: 200,
  waiting: 200,
  blocked: 200,
  closed: 50,
};

/** The cards of a board, and which step of a search found them. */
export interface FoundBoard {
  readonly board: Board<Ticket | TicketRow>;
  readonly step: SearchStep | null;
}

/** The developers' board: of what the filters leave, the first cards of each column, and how many each column has. */
export async function showBoard(work: Work, filter: BoardFilter): Promise<FoundBoard> {
  const { limit: _, view: __, ...filters } = filter;
  const listing = listingOf(work, filters);
  if (filter.q === undefined) return { board: await boardOf(work, listing, filter), step: null };
  const result = await inSteps(filter.q, null, async (question) => {
    const terms = await expandPrefixes(work, question.terms);
    const search = matchingOf({ ...question, terms }, listing);
    const board = await boardOf(work, { ...listing, search }, filter);
    return STATUSES.every((status) => board._stats[status] === 0) ? null : board;
  });
  return result ? { board: result.found, step: result.step } : { board: await boardOf(work, null, filter), step: null };
}

/** @param listing null when there is nothing that could be found. */
async function boardOf(
  work: Work,
  listing: TicketListing | null,
  { limit, view, ...filters }: BoardFilter,
): Promise<Board<Ticket | TicketRow>> {
  const cardsOf = async (status: Status) =>
    listing === null ? [] : await column(work, view, { ...listing, limit: limit ?? CARDS[status] }, status);
  const [_stats, ...columns] = await Promise.all([stats(work, listing, filters), ...STATUSES.map(cardsOf)]);
  const cards = Object.fromEntries(STATUSES.map((status, index) => [status, columns[index]]));
  return { ...(cards as Record<Status, (Ticket | TicketRow)[]>), _stats };
}

async function column(
  work: Work,
  view: BoardFilter['view'],
  listing: TicketListing,
  status: Status,
): Promise<(Ticket | TicketRow)[]> {
  if (view === 'row') return (await work.of(BoardStore).rows(listing, status)).map((row) => viewRow(row, work));
  return (await work.of(BoardStore).tickets(listing, status)).map((ticket) => viewTicket(ticket, work));
}

/** Without a filter, the running totals know. */
async function stats(work: Work, listing: TicketListing | null, filter: BoardFilter): Promise<StatusCounts> {
  if (Object.keys(filter).length === 0) return work.of(StatisticsStore).counts({ all: true });
  const counts = listing === null ? [] : await work.of(BoardStore).counts(listing);
  const counted = new Map(counts.map(({ status, count }) => [status, count]));
  return Object.fromEntries(STATUSES.map((status) => [status, counted.get(status) ?? 0])) as StatusCounts;
}
