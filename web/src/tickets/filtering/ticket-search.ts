/** The search parameters of list and board. Both have the same, so that a view fits both. */
import { SORTS } from '../../../../contract/words.ts';
import type { Category, Priority, Status, TicketFilters, TicketQuery, TicketSummary } from '../../backend/tickets.ts';
import { CATEGORIES, PRIORITIES, STATUSES } from '../../backend/tickets.ts';
import { matchesTime, TIME_FILTERS, type TimeFilter, timeFilters } from './time-filter.ts';

export const GROUPS = ['status', 'priority', 'category', 'project', 'assignee'] as const;
export type Sort = (typeof SORTS)[number];
export type Group = (typeof GROUPS)[number];

export interface Peek {
  peek?: number | undefined;
}

export interface TicketSearch extends Peek {
  status?: string | undefined;
  priority?: string | undefined;
  category?: string | undefined;
  project?: string | undefined;
  assignee?: string | undefined;
  when?: TimeFilter | undefined;
  /** `1`: only what waits for a reply. */
  awaiting?: '1' | undefined;
  /** `1`: only what the user follows. */
  following?: '1' | undefined;
  q?: string | undefined;
  sort?: Sort | undefined;
  order?: 'asc' | 'desc' | undefined;
  group?: Group | undefined;
}

type Raw = Record<string, unknown>;

/** Keeps the words that exist. An old address with others shows a page without those filters, and no error. */
function knownWords<W extends string>(value: unknown, words: readonly W[]): string | undefined {
  const found = String(value ?? '')
    .split(',')
    .filter((word): word is W => (words as readonly string[]).includes(word));
  return found.length > 0 ? found.join(',') : undefined;
}

function knownWord<W extends string>(value: unknown, words: readonly W[]): W | undefined {
  return words.find((word) => word === value);
}

const textOf = (value: unknown): string | undefined => (value ? String(value) : undefined);

/** Removes the keys that are undefined, so that addresses stay short. */
function compact<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

export function readPeek(raw: Raw): Peek {
  const peek = Number(raw.peek);
  return Number.isInteger(peek) && peek > 0 ? { peek } : {};
}

export function readSearch(raw: Raw): TicketSearch {
  return compact({
    status: knownWords<Status>(raw.status, STATUSES),
    priority: knownWords<Priority>(raw.priority, PRIORITIES),
    category: knownWords<Category>(raw.category, CATEGORIES),
    project: textOf(raw.project),
    assignee: textOf(raw.assignee),
    when: knownWord(raw.when, TIME_FILTERS),
    awaiting: knownWord(raw.awaiting, ['1'] as const),
    following: knownWord(raw.following, ['1'] as const),
    q: textOf(raw.q),
    sort: knownWord(raw.sort, SORTS),
    order: knownWord(raw.order, ['asc', 'desc'] as const),
    group: knownWord(raw.group, GROUPS),
    ...readPeek(raw),
  });
}

export const listedWords = (list: string | undefined): string[] => (list ? list.split(',') : []);

/** Adds the word to the list, or removes it; undefined when none is left. */
export function toggled(list: string | undefined, word: string): string | undefined {
  const words = listedWords(list);
  const next = words.includes(word) ? words.filter((other) => other !== word) : [...words, word];
  return next.length > 0 ? next.join(',') : undefined;
}

export const FILTERS = [
  'status',
  'priority',
  'category',
  'project',
  'assignee',
  'when',
  'awaiting',
  'following',
  'q',
] as const;
export const isFiltered = (search: TicketSearch): boolean => FILTERS.some((name) => search[name] !== undefined);

/** The query of a saved view: everything except the open panel. */
export function savedQuery(search: TicketSearch): string {
  const { peek: _, ...kept } = search;
  return new URLSearchParams(Object.entries(kept).map(([name, value]) => [name, String(value)])).toString();
}

/**
 * The default order: the last updated first; for a search undefined, by which the service puts the best match first.
 */
export const usualSort = ({ q }: TicketSearch): Sort | undefined => (q === undefined ? 'updated_at' : undefined);

/** The filters of the service for a search: of list, count and board alike. */
export function filtersOf(search: TicketSearch, now?: number): TicketFilters {
  return compact({
    status: search.status,
    priority: search.priority,
    category: search.category,
    project_id: search.project,
    assignee_id: search.assignee,
    awaiting_reply: search.awaiting,
    following: search.following,
    q: search.q,
    ...timeFilters(search, now),
  });
}

/** The parameters of GET /api/tickets for a search. */
export function queryOf(search: TicketSearch, now?: number): TicketQuery {
  return compact({
    ...filtersOf(search, now),
    snippets: search.q === undefined ? undefined : ('1' as const),
    sort: search.sort ?? usualSort(search),
    order: search.order,
  });
}

/**
 * Whether a ticket that the service has found still matches. A change that the page shows before the service answers
 * may take it out. Words that were searched for, and who follows it, are not looked at.
 */
export function stillMatches(ticket: TicketSummary, search: TicketSearch, me: string, now?: number): boolean {
  const within = (list: string | undefined, value: string) => !list || listedWords(list).includes(value);
  const assignee = search.assignee === 'me' ? me : search.assignee;
  return (
    within(search.status, ticket.status) &&
    within(search.priority, ticket.priority) &&
    within(search.category, ticket.category) &&
    (!search.project || ticket.project_id === search.project) &&
    (!assignee || (ticket.assignee_id ?? 'none') === assignee) &&
    (!search.awaiting || ticket.awaiting_reply_since !== null) &&
    matchesTime(ticket, search.when, now)
  );
}
