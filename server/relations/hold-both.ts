import { Failure } from '../failure.ts'
import type { StoredTicket } from '../tickets/ticket.ts'
import type { Work } from '../work.ts'

/**
 * A ticket and another one, held until the transaction ends. Always the smaller id first, so that A with B and B with A
 * at the same moment wait for each other in turn and never in a circle.
 *
 * @returns the other one only if there is such a ticket.
 * @throws Failure `ticket_not_found`.
 */
export async function holdBoth(
  work: Work,
  id: string,
  otherId: string,
): Promise<{ ticket: StoredTicket; other: StoredTicket | undefined }> {
  const held = new Map<string, StoredTicket | undefined>()
  for (const one of [id, otherId].sort()) held.set(one, await work.tickets.hold(one))
  const ticket = held.get(id)
  if (ticket === undefined) throw new Failure('ticket_not_found')
  return { ticket, other: held.get(otherId) }
}
