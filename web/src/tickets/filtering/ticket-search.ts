/** The search parameters of list and board. Both have the same, so that a view fits both. */
import { SORTS } from '../../../../contract/words.ts';
import { CATEGORIES, type Category, PRIORITIES, type Priority, STATUSES, type Status } from '../../backend/tickets.ts';
import { isPeriod, TIME_FILTERS, type TimeFilter } from './period.ts';

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
  /** When it was reported: `7d`, `30d`, a month, or from one day to another. */
  reported?: string | undefined;
  /** When it was closed, in the same words. */
  closed?: string | undefined;
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

const periodOf = (value: unknown): string | undefined => (isPeriod(String(value)) ? String(value) : undefined);
const textOf = (value: unknown): string | undefined => (value ? String(value) : undefined);

/** Removes the keys that are undefined, so that addresses stay short. */
export function compact<T extends object>(object: T): T {
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
    reported: periodOf(raw.reported),
    closed: periodOf(raw.closed),
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
  'closed',
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

/** Whether a filter means all but what it names. */
export const isTurned = (search: TicketSearch, name: Turnable): boolean =>
  search[name] !== undefined && listedWords(search.not).includes(name);
