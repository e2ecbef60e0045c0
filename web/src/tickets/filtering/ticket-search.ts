/** The search parameters of list and board. Both have the same, so that a view fits both. */
import { DUE_FILTERS } from '../../../../contract/due-words.ts';
import { SORTS } from '../../../../contract/words.ts';
import { fieldFilters, writtenFilters } from '../../backend/field-filters.ts';
import { CATEGORIES, PRIORITIES, STATUSES, type TicketQuery } from '../../backend/tickets.ts';
import { isPeriod, TIME_FILTERS } from './period.ts';

/** In place of ids of labels: only what has none. */
export const NO_LABEL = 'none';

export const GROUPS = ['status', 'priority', 'category', 'project', 'assignee'] as const;
export type Sort = NonNullable<TicketQuery['sort']>;
export type Group = (typeof GROUPS)[number];

export interface Peek {
  peek?: number | undefined;
}

export const TURNABLE = ['status', 'priority', 'category', 'project', 'assignee', 'reporter', 'team'] as const;
export type Turnable = (typeof TURNABLE)[number];

/** Keeps the words that exist. An old address with others shows a page without those filters, and no error. */
const someOf = (words: readonly string[]) => (value: unknown) => {
  const values = String(value ?? '').split(',');
  return values.filter((word) => words.includes(word)).join(',') || undefined;
};

const oneOf =
  <W extends string>(words: readonly W[]) =>
  (value: unknown) =>
    words.find((word) => word === value);

const periodOf = (value: unknown) => (isPeriod(String(value)) ? String(value) : undefined);
const textOf = (value: unknown) => (value ? String(value) : undefined);
const isOn = oneOf(['1']);

/** The filters, each with how it is read from an address. */
const FILTERS = {
  status: someOf(STATUSES),
  priority: someOf(PRIORITIES),
  category: someOf(CATEGORIES),
  project: textOf,
  assignee: textOf,
  /** The id of who reported it, or `me`. */
  reporter: textOf,
  /** When it was reported: `7d`, `30d`, a month, or from one day to another. */
  reported: periodOf,
  /** When it was closed, in the same words. */
  closed: periodOf,
  /** The filters that mean all but what they name. */
  not: someOf(TURNABLE),
  when: oneOf(TIME_FILTERS),
  /** Only what waits for a reply. */
  awaiting: isOn,
  /** Whose answer is missed, due soon, due today, or has no due date. */
  due: oneOf(DUE_FILTERS),
  /** Only what is live and not closed. */
  live: isOn,
  /** Only what the user follows. */
  following: isOn,
  /** Only what the user was added to. */
  participating: isOn,
  /** Only what named people see. */
  restricted: isOn,
  /** The id of a team, or `none`. */
  team: textOf,
  /** Ids of labels, of which it has one at least; or `none`. */
  label: textOf,
  /** Values of fields: `key=value`, separated by `;`. */
  fields: textOf,
  q: textOf,
};
const sortOf = (value: unknown): Sort | undefined =>
  oneOf(SORTS)(value) ?? (/^field\.[a-z][a-z0-9_]*$/.test(String(value)) ? (value as Sort) : undefined);
const READERS = { ...FILTERS, sort: sortOf, order: oneOf(['asc', 'desc']), group: oneOf(GROUPS) };

type Names = keyof typeof READERS;
export type TicketSearch = Peek & { [N in Names]?: ReturnType<(typeof READERS)[N]> };

type Raw = Record<string, unknown>;

/** Removes the keys that are undefined, so that addresses stay short. */
export function compact<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

export function readPeek(raw: Raw): Peek {
  const peek = Number(raw.peek);
  return Number.isInteger(peek) && peek > 0 ? { peek } : {};
}

export function readSearch(raw: Raw): TicketSearch {
  const parameters = Object.entries(READERS).map(([name, read]) => [name, read(raw[name])]);
  return compact({ ...Object.fromEntries(parameters), ...readPeek(raw) });
}

export const listedWords = (list: string | undefined): string[] => (list ? list.split(',') : []);

/** The filters by fields with another value for one key; undefined when none is left. */
export function withFieldValue(fields: string | undefined, key: string, value: string | undefined): string | undefined {
  const { [key]: _, ...others } = fieldFilters(fields);
  return writtenFilters(value === undefined ? others : { ...others, [key]: value });
}

/** Adds the word to the list, or removes it; undefined when none is left. */
export function toggled(list: string | undefined, word: string): string | undefined {
  const words = listedWords(list);
  const next = words.includes(word) ? words.filter((other) => other !== word) : [...words, word];
  return next.length > 0 ? next.join(',') : undefined;
}

const FILTER_NAMES = Object.keys(FILTERS) as (keyof typeof FILTERS)[];
/** The search without any filter. */
export const CLEARED: TicketSearch = Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined]));
export const isFiltered = (search: TicketSearch): boolean => FILTER_NAMES.some((name) => search[name] !== undefined);

/** The query of a saved view: everything except the open panel. */
export function savedQuery(search: TicketSearch): string {
  const { peek: _, ...rest } = search;
  return new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString();
}

/**
 * The default order: the last updated first; for a search undefined, by which the service puts the best match first.
 */
export const usualSort = ({ q }: TicketSearch): Sort | undefined => (q === undefined ? 'updated_at' : undefined);

/** Sorts by something else, in the order in which one looks for it: the longest waiting and the first due come first. */
export const sortedBy = (sort: Sort | '', search: TicketSearch): Partial<TicketSearch> => ({
  sort: sort === '' || sort === usualSort(search) ? undefined : sort,
  order: sort === 'awaiting_reply_since' || sort === 'due_at' ? 'asc' : undefined,
});

/** Whether a filter means all but what it names. */
export const isTurned = (search: TicketSearch, name: Turnable): boolean =>
  search[name] !== undefined && listedWords(search.not).includes(name);
