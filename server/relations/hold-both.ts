import { Failure } from '../failure.ts';
import type { StoredTicket } from '../tickets/ticket.ts';
import type { Work } from '../work.ts';

/**
 * Holds a ticket and another one until the transaction ends. It holds the smaller id first, so that two requests that
 * link A with B and B with A at the same moment never wait for each other in a circle.
 *
 * @returns both; `other` is undefined when there is no such ticket.
 * @throws Failure `ticket_not_found`.
 */
export async function holdBoth(
  work: Work,
  id: string,
  otherId: string,
): Promise<{ ticket: StoredTicket; other: StoredTicket | undefined }> {
  const held = new Map<string, StoredTicket | undefined>();
  for (const one of [id, otherId].sort()) held.set(one, await work.tickets.hold(one));
  const ticket = held.get(id);
  if (ticket === undefined) throw new Failure('ticket_not_found');
  return { ticket, other: held.get(otherId) };
}
