import { readsInternals, ticketScope } from '#access';
import type { Home, HomeFilter, HomeForDevelopers, HomeForReporters, HomeList } from '#contract/home.ts';
import type { TicketFilter } from '#contract/ticket-list.ts';
import type { TicketRow } from '#contract/tickets.ts';
import { STATUSES } from '#contract/words.ts';
import { DAY, type Instant, shifted, startOfDay, type Work } from '#platform';
import { countTickets, listTickets } from '../list-tickets.ts';
import { StatisticsStore } from '../statistics/statistics-store.ts';

type Lists<T extends { lists: object }> = Record<keyof T['lists'], TicketFilter>;

const openBut = (...left: readonly string[]): string =>
  STATUSES.filter((status) => status !== 'closed' && !left.includes(status)).join();

const LONGEST_FIRST = { sort: 'awaiting_reply_since', order: 'asc', limit: 8 } as const;
const PRESSING_FIRST = { sort: 'priority', limit: 8 } as const;
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
    awaiting_me: { ...LONGEST_FIRST, awaiting_reply: '1', assignee_id: 'me' },
    awaiting: { ...LONGEST_FIRST, awaiting_reply: '1' },
    queue: { ...PRESSING_FIRST, status: openBut('submitted'), assignee_id: 'me' },
    to_verify: { ...PRESSING_FIRST, status: 'submitted' },
    overdue: { ...PRESSING_FIRST, status: openBut(), planned_before: today },
    blocked: { ...PRESSING_FIRST, status: 'blocked', status_before: blockedSince },
  };
}

/** GET /api/home: the lists of the start page, each as GET /api/tickets has it. */
export async function showHome(work: Work, { today }: HomeFilter): Promise<Home> {
  if (!readsInternals(work.actor)) return { lists: await listsOf(work, FOR_REPORTERS) };
  return {
    lists: await listsOf(work, forDevelopers(work.now, today)),
    closed_today: await work.of(StatisticsStore).closedSince(startOfDay(work.now), ticketScope(work.actor)),
  };
}

async function listsOf<K extends string>(work: Work, filters: Record<K, TicketFilter>): Promise<Record<K, HomeList>> {
  const asked = Object.entries<TicketFilter>(filters);
  const found = await Promise.all(asked.map(async ([name, filter]) => [name, await listOf(work, filter)]));
  return Object.fromEntries(found);
}

/** Counts only what is more than a page. */
async function listOf(work: Work, filter: TicketFilter): Promise<HomeList> {
  const { tickets, next } = await listTickets(work, { ...filter, view: 'row' }, null);
  const { sort: _, order: __, limit: ___, ...counted } = filter;
  const count = next === null ? tickets.length : (await countTickets(work, counted)).count;
  return { tickets: tickets as TicketRow[], count };
}
