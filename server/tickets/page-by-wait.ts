import type { TicketListing } from './ticket-listing.ts';

interface Waiting {
  readonly id: string;
  readonly number: number;
  readonly awaiting_reply_since: string | null;
}

/** Behind a ticket whose reporter waits, its moment; behind any other, its number. Then the ticket's id. */
export type WaitCursor = readonly ['awaiting_reply_since', string | number, string];

/**
 * A page of the list in the order of waiting: first those whose reporters wait for an answer, then all others by their
 * number. Each part walks along an index of its own.
 *
 * @param find reads as many tickets as a listing asks for.
 */
export async function pageByWait<T extends Waiting>(
  find: (listing: TicketListing) => Promise<T[]>,
  listing: TicketListing,
  cursor: WaitCursor | null,
): Promise<{ tickets: T[]; next: WaitCursor | null }> {
  const { limit, awaitingReply } = listing;
  const after = cursor && { value: cursor[1], id: cursor[2] };
  const isPast = typeof after?.value === 'number';
  const waiting =
    isPast || awaitingReply === false ? [] : await find({ ...listing, awaitingReply: true, after, limit: limit + 1 });
  const left = limit + 1 - waiting.length;
  const others =
    left === 0 || awaitingReply === true
      ? []
      : await find({ ...listing, awaitingReply: false, sort: 'number', after: isPast ? after : null, limit: left });
  const found = [...waiting, ...others];
  const tickets = found.slice(0, limit);
  const last = tickets.at(-1);
  if (found.length <= limit || last === undefined) return { tickets, next: null };
  return { tickets, next: ['awaiting_reply_since', last.awaiting_reply_since ?? last.number, last.id] };
}
