import type { FieldValue } from '#contract/fields.ts';
import type { Priority } from '#contract/words.ts';
import { type Instant, isInstant } from '#platform';
import { PRIORITY_RANK } from '../ticket.ts';
import { placeInField } from './field-filter.ts';
import type { TicketListing, TicketSort } from './way.ts';

export interface Sorted {
  readonly id: string;
  readonly number: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly priority: Priority;
  readonly awaiting_reply_since: Instant | null;
  readonly fields: string | null | Readonly<Record<string, FieldValue>>;
  readonly wait?: { readonly due_at: Instant | null } | null;
  readonly wait_due_at?: Instant | null;
}

interface Order {
  /** The column of `tickets` and of `label_entries`. */
  readonly column: 'created_at' | 'updated_at' | 'number' | 'priority_rank' | 'awaiting_reply_since' | 'due_at';
  /** The value in that column: the next page starts behind it. */
  placeOf(ticket: Sorted): string | number;
  isPlace(value: unknown): boolean;
}

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value);

/** The orders of lists. */
export const ORDERS: Readonly<Record<TicketSort | 'rank', Order>> = {
  created_at: { column: 'created_at', placeOf: (ticket) => ticket.created_at, isPlace: isInstant },
  updated_at: { column: 'updated_at', placeOf: (ticket) => ticket.updated_at, isPlace: isInstant },
  number: { column: 'number', placeOf: (ticket) => ticket.number, isPlace: isWhole },
  priority: { column: 'priority_rank', placeOf: ({ priority }) => PRIORITY_RANK[priority], isPlace: isWhole },
  // Behind the tickets whose reporters wait come all others by their number.
  awaiting_reply_since: {
    column: 'awaiting_reply_since',
    placeOf: (ticket) => ticket.awaiting_reply_since ?? ticket.number,
    isPlace: (value) => isWhole(value) || isInstant(value),
  },
  // Behind the tickets that are due come all others by their number.
  due_at: {
    column: 'due_at',
    placeOf: (ticket) => ticket.wait?.due_at ?? ticket.wait_due_at ?? ticket.number,
    isPlace: (value) => isWhole(value) || isInstant(value),
  },
  rank: { column: 'number', placeOf: (ticket) => ticket.number, isPlace: isWhole },
};

/** Compares two tickets as a list has them. */
export const compareBy = ({ sort, sortField, ascending }: TicketListing) => {
  const placeOf = sortField === null ? ORDERS[sort].placeOf : (ticket: Sorted) => placeInField(sortField, ticket);
  const direction = ascending ? 1 : -1;
  return (a: Sorted, b: Sorted): number => {
    const [left, right] = [placeOf(a), placeOf(b)];
    if (left === right) return a.id < b.id ? -direction : direction;
    return left < right ? -direction : direction;
  };
};
