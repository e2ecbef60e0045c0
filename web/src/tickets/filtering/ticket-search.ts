/** The search parameters of list and board. Both have the same, so that a view fits both. */
import { SORTS, type TurnableFilter } from '../../../../contract/words.ts';
import {
  CATEGORIES,
  type Category,
  PRIORITIES,
  type Priority,
  STATUSES,
  type Status,
  type TicketFilters,
  type TicketQuery,
  type TicketSummary,
} from '../../backend/tickets.ts';
import { isPeriod, momentsOf } from './period.ts';
import { matchesTime, TIME_FILTERS, type TimeFilter, timeFilters } from './time-filter.ts';

/** In place of ids of labels: only what has none. */
export const NO_LABEL = 'none';

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
  /** The id of who reported it, or `me`. */
  reporter?: string | undefined;
  /** When it was reported: `7d`, `30d` or a month. */
  reported?: string | undefined;
  /** The filters that mean all but what they name. */
  not?: string | undefined;
  when?: TimeFilter | undefined;
  /** `1`: only what waits for a reply. */
  awaiting?: '1' | undefined;
  /** `1`: only what the user follows. */
  following?: '1' | undefined;
  /** `1`: only what the user was added to. */
  participating?: '1' | undefined;
  /** `1`: only what named people see. */
  restricted?: '1' | undefined;
  /** Ids of labels, of which it has one at least; or `none`. */
  label?: string | undefined;
  /** The id of a team, or `none`. */
  team?: string | undefined;
  q?: string | undefined;
  sort?: Sort | undefined;
  order?: 'asc' | 'desc' | undefined;
  group?: Group | undefined;
}

export const TURNABLE = ['status', 'priority', 'category', 'project', 'assignee', 'reporter', 'team'] as const;
export type Turnable = (typeof TURNABLE)[number];
const SERVICE_NAMES: Partial<Record<Turnable, TurnableFilter>> = {
  project: 'project_id',
  assignee: 'assignee_id',
  reporter: 'reporter_id',
  team: 'team_id',
};

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
    reporter: textOf(raw.reporter),
    reported: isPeriod(String(raw.reported)) ? String(raw.reported) : undefined,
    not: knownWords<Turnable>(raw.not, TURNABLE),
    when: knownWord(raw.when, TIME_FILTERS),
    awaiting: knownWord(raw.awaiting, ['1'] as const),
    following: knownWord(raw.following, ['1'] as const),
    participating: knownWord(raw.participating, ['1'] as const),
    restricted: knownWord(raw.restricted, ['1'] as const),
    team: textOf(raw.team),
    label: textOf(raw.label),
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
  'reporter',
  'reported',
  'not',
  'when',
  'awaiting',
  'following',
  'participating',
  'restricted',
  'team',
  'label',
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

/** Sorts by something else, in the order in which one looks for it: by waiting, the longest first. */
export const sortedBy = (sort: Sort | '', search: TicketSearch): Partial<TicketSearch> => ({
  sort: sort === '' || sort === usualSort(search) ? undefined : sort,
  order: sort === 'awaiting_reply_since' ? 'asc' : undefined,
});

/** What `not` turns round, by the names of the service; a filter that is not there cannot be turned. */
function notOf(search: TicketSearch): string | undefined {
  const turned = TURNABLE.filter((name) => isTurned(search, name)).map((name) => SERVICE_NAMES[name] ?? name);
  return turned.length > 0 ? turned.join(',') : undefined;
}

/** Whether a filter means all but what it names. */
export const isTurned = (search: TicketSearch, name: Turnable): boolean =>
  search[name] !== undefined && listedWords(search.not).includes(name);

/** The filters of the service for a search: of list, count and board alike. */
export function filtersOf(search: TicketSearch, now?: number): TicketFilters {
  return compact({
    status: search.status,
    priority: search.priority,
    category: search.category,
    project_id: search.project,
    assignee_id: search.assignee,
    reporter_id: search.reporter,
    not: notOf(search),
    awaiting_reply: search.awaiting,
    following: search.following,
    participating: search.participating,
    restricted: search.restricted,
    team_id: search.team,
    ...(search.label === NO_LABEL ? { label_none: '1' } : { label: search.label }),
    q: search.q,
    ...(search.reported === undefined ? {} : momentsOf(search.reported, now)),
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
 * may take it out. Words that were searched for, labels, and who follows it,
 * are not looked at.
 */
export function stillMatches(ticket: TicketSummary, search: TicketSearch, me: string, now?: number): boolean {
  const holds = (name: Turnable, value: string) => {
    const named = search[name]?.replace(/^me$/, me);
    return !named || listedWords(named).includes(value) !== isTurned(search, name);
  };
  return (
    holds('status', ticket.status) &&
    holds('priority', ticket.priority) &&
    holds('category', ticket.category) &&
    holds('project', ticket.project_id ?? '') &&
    holds('assignee', ticket.assignee_id ?? 'none') &&
    holds('reporter', ticket.reporter_id ?? '') &&
    holds('team', ticket.team_id ?? 'none') &&
    (!search.restricted || ticket.restricted) &&
    (!search.awaiting || ticket.awaiting_reply_since !== null) &&
    matchesTime(ticket, search.when, now)
  );
}
