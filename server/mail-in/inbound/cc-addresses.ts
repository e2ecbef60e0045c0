import { addedPeople, standing, withSight } from '#access';
import type { CcAddress } from '#contract/mail-in.ts';
import { findUserByEmail } from '#people';
import { Failure, type Work } from '#platform';
import { findTicket } from '#tickets';
import { InboundStore } from './inbound-store.ts';

/** So many of the last mails of a ticket are looked at. */
const MOST_MAILS = 100;
/** So many addresses of theirs are looked up. */
const MOST_ADDRESSES = 40;
/** What is offered at once: as many as may be added. */
const MOST_OFFERED = 20;

/**
 * GET /api/tickets/:id/cc: who stood in Cc of the mails on a ticket, and is not on it. Only who works on the ticket learns whose
 * addresses they are: everybody else may write to any address, and must not learn by it who has an account.
 *
 * @throws Failure `ticket_not_found`, `forbidden` for who neither works on the ticket nor reported it.
 */
export async function listCcAddresses(work: Work, id: string): Promise<CcAddress[]> {
  const ticket = await findTicket(work, id);
  const one = standing(work.actor, ticket);
  if (one !== 'worker' && one !== 'reporter')
    throw new Failure('forbidden', { message: 'Only its reporter and who works on this ticket add people to it.' });
  const mails = await work.of(InboundStore).onTicket(id, MOST_MAILS);
  const addresses = new Set(mails.flatMap(({ verdict }) => (JSON.parse(verdict) as { cc?: string[] }).cc ?? []));
  const named = new Set([ticket.reporter_id, ticket.assignee_id, ...addedPeople(ticket).map((person) => person.id)]);
  const offered: CcAddress[] = [];
  for (const email of [...addresses].slice(0, MOST_ADDRESSES)) {
    if (offered.length === MOST_OFFERED) break;
    const user = await findUserByEmail(work, email);
    if (user !== undefined && named.has(user.id)) continue;
    if (one === 'reporter') {
      offered.push({ email });
      continue;
    }
    const [reader] = user?.is_active === 1 ? await withSight(work, [user]) : [];
    if (reader !== undefined && standing(reader, ticket) !== 'none') continue;
    offered.push({ email, name: reader?.name ?? null });
  }
  return offered;
}
