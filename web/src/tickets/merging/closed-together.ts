import { useState } from 'react';
import { KwitError } from '../../backend/client.ts';
import { closeEach } from '../../backend/merging.ts';
import type { Ticket } from '../../backend/tickets.ts';

/** A ticket that is closed together with others. */
export interface ClosedTogether {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly reporter_name: string | null;
}

/** Which of several tickets are closed, and which of them with another answer than the others. */
export function useClosedTogether(tickets: readonly ClosedTogether[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [own, setOwn] = useState<Readonly<Record<string, string>>>({});
  const chosen = tickets.filter(({ id }) => !left.has(id));
  return {
    tickets,
    chosen,
    isChosen: (id: string) => !left.has(id),
    toggle: (id: string) =>
      setLeft(new Set(left.has(id) ? [...left].filter((candidate) => candidate !== id) : [...left, id])),
    /** Undefined for a ticket that gets the answer of all. */
    ownOf: (id: string): string | undefined => own[id],
    write: (id: string, text: string) => setOwn({ ...own, [id]: text }),
  };
}

export type Together = ReturnType<typeof useClosedTogether>;

export const NONE: readonly ClosedTogether[] = [];

/** Closes those that have an answer of their own, after those that got the answer of the ticket itself. */
export async function closeOthers({ also_result }: Ticket, { chosen, ownOf }: Together) {
  const own = chosen.map(({ id }) => id).filter((id) => ownOf(id) !== undefined);
  const { answers, refused } = await closeEach(own, (id) => ownOf(id)?.trim() ?? '');
  // Tickets that were closed before stay closed.
  const open = (also_result?.refused ?? []).filter(({ error }) => error !== 'ticket_closed');
  const others = open.map(({ id, error }) => ({ id, error: new KwitError(error, error) }));
  return { refused: [...others, ...refused], answers };
}
