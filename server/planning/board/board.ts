import { scopesOf } from '#access';
import type { Board } from '#contract/board.ts';
import type { Home, HomeFilter, HomeForDevelopers, HomeForReporters, HomeList } from '#contract/home.ts';
import type { StatusCounts } from '#contract/statistics.ts';
import type { BoardFilter, TicketFilter } from '#contract/ticket-list.ts';
import type { Ticket, TicketRow } from '#contract/tickets.ts';
import type { Status } from '#contract/words.ts';
import { type SearchStep, STATUSES } from '#contract/words.ts';
import { expandPrefixes, inSteps } from '#memory';
import { DAY, type Instant, isDeveloper, omit, shifted, startOfDay, type Work } from '#platform';
import {
  type ColumnLimits,
  countColumns,
  countTickets,
  listingOf,
  listTickets,
  matchingOf,
  showColumns,
  type TicketListing,
} from '#tickets';
import { StatisticsStore } from '../statistics/statistics-store.ts';

/** Cards that a column shows when the caller names no limit. */
const CARDS: ColumnLimits = {
  submitted: 200,
  verified: 200,
  in_progress: 200,
  waiting: 200,
  blocked: 200,
  closed: 50,
};

/** The cards of a board, and which step of a search found them. */
export interface SteppedBoard {
  readonly board: Board<Ticket | TicketRow>;
  readonly step: SearchStep | null;
}

/** The developers' board: of what the filters leave, the first cards of each column, and how many each column has. */
export async function showBoard(work: Work, filter: BoardFilter): Promise<SteppedBoard> {
  const listing = await listingOf(work, omit(filter, 'limit', 'view'), 'columns');
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
  const limits = eachStatus((status) => limit ?? CARDS[status]);
  const [_stats, cards] = await Promise.all([
    stats(work, listing, filters),
    listing === null ? NO_CARDS : showColumns(work, listing, limits, view),
  ]);
  return { ...cards, _stats };
}

const eachStatus = <T>(of: (status: Status) => T) =>
  Object.fromEntries(STATUSES.map((status) => [status, of(status)])) as Record<Status, T>;

const NO_CARDS = eachStatus((): TicketRow[] => []);

/** Without a filter, the running totals know. */
async function stats(work: Work, listing: TicketListing | null, filter: BoardFilter): Promise<StatusCounts> {
  if (Object.keys(omit(filter, 'beside')).length === 0) {
    const all = await work.of(StatisticsStore).counts(scopesOf(work.actor));
    if (listing === null || listing.folds === null) return all;
    const folded = await countColumns(work, { ...listing, folds: false });
    for (const { status, count } of folded) all[status] -= count;
    return all;
  }
  const counts = listing === null ? [] : await countColumns(work, listing);
  const total = Object.fromEntries(STATUSES.map((status) => [status, 0])) as StatusCounts;
  for (const { status, count } of counts) total[status] += count;
  return total;
}

type Lists<T extends { lists: object }> = Record<keyof T['lists'], TicketFilter>;

const openBut = (...left: readonly string[]): string =>
  STATUSES.filter((status) => status !== 'closed' && !left.includes(status)).join();

const LONGEST_FIRST = { sort: 'awaiting_reply_since', order: 'asc', limit: 8 } as const;
const DUE_FIRST = { sort: 'due_at', limit: 8 } as const;
/** Lists of work have each matter once; in those of waits each reporter counts. */
const WORK = { sort: 'priority', limit: 8, beside: 'folded' } as const;
const LATEST_FIRST = { my: '1', sort: 'updated_at', limit: 20 } as const;
/** A ticket that has been blocked for so long may be forgotten. */
const BLOCKED_MS = 3 * DAY;

const FOR_REPORTERS: Lists<HomeForReporters> = {
  waiting: { ...LATEST_FIRST, status: 'waiting' },
  open: { ...LATEST_FIRST, status: openBut('waiting') },
  answered: { ...LATEST_FIRST, status: 'closed', limit: 5 },
};

const wholeHour = (moment: Instant): Instant => `${moment.slice(0, 'YYYY-MM-DDTHH'.length)}:00:00.000Z`;
const dayOf = (moment: Instant): string => moment.slice(0, 'YYYY-MM-DD'.length);

function forDevelopers(now: Instant, today = dayOf(now)): Lists<HomeForDevelopers> {
  const blockedSince = wholeHour(shifted(now, -BLOCKED_MS));
  return {
    missed: { ...DUE_FIRST, due: 'missed' },
    due_today: { ...DUE_FIRST, due: 'today' },
    awaiting_me: { ...LONGEST_FIRST, awaiting_reply: '1', assignee_id: 'me' },
    awaiting: { ...LONGEST_FIRST, awaiting_reply: '1' },
    queue: { ...WORK, status: openBut('submitted'), assignee_id: 'me' },
    to_verify: { ...WORK, status: 'submitted' },
    overdue: { ...WORK, status: openBut(), planned_before: today },
    blocked: { ...WORK, status: 'blocked', status_before: blockedSince },
    live: { ...WORK, live: 'unanswered' },
  };
}

/** GET /api/home: the lists of the start page, each as GET /api/tickets has it. */
export async function showHome(work: Work, { today }: HomeFilter): Promise<Home> {
  if (!isDeveloper(work.actor)) return { lists: await listsOf(work, FOR_REPORTERS) };
  return {
    lists: await listsOf(work, forDevelopers(work.now, today)),
    closed_today: await work.of(StatisticsStore).closedSince(startOfDay(work.now), scopesOf(work.actor)),
  };
}

async function listsOf<K extends string>(work: Work, filters: Record<K, TicketFilter>): Promise<Record<K, HomeList>> {
  const entries = Object.entries<TicketFilter>(filters);
  const lists = await Promise.all(entries.map(async ([name, filter]) => [name, await listOf(work, filter)]));
  return Object.fromEntries(lists);
}

/** Counts only what is more than a page. */
async function listOf(work: Work, filter: TicketFilter): Promise<HomeList> {
  const { tickets, next } = await listTickets(work, { ...filter, view: 'row' }, null);
  const count =
    next === null ? tickets.length : (await countTickets(work, omit(filter, 'sort', 'order', 'limit'))).count;
  return { tickets: tickets as TicketRow[], count };
}
