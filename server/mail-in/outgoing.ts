import type { Actor, Work } from '#platform';
import { type Carriers, carriersOf, tokenOf } from './addresses.ts';
import { ReplyAddressStore } from './inbound/inbound-store.ts';
import { readMailIn } from './settings.ts';

/** What a mail to a person about a ticket carries, so that the answer finds its way. */
export interface OutgoingCarriers extends Carriers {
  /** Where acknowledgements come from. */
  readonly reportAddress: string;
  /** To be remembered before the mail goes out; null when it is known already. */
  readonly newToken: { readonly token: string; readonly ticket_id: string; readonly user_id: string } | null;
}

/**
 * The carriers of a mail to somebody about a ticket; null while no mail comes in.
 *
 * @param seq the place of the event among those of the ticket.
 */
export async function replyCarriers(
  work: Work<Actor>,
  key: Buffer,
  { ticketId, userId, seq }: { readonly ticketId: string; readonly userId: string; readonly seq: number },
): Promise<OutgoingCarriers | null> {
  const mailIn = await readMailIn(work);
  if (mailIn.mail_in_domain === null) return null;
  const token = tokenOf(key, ticketId, userId);
  const [known] = await work.of(ReplyAddressStore).ofTokens([token]);
  const newToken = known === undefined ? { token, ticket_id: ticketId, user_id: userId } : null;
  return {
    ...carriersOf(token, seq, mailIn),
    reportAddress: `${mailIn.mail_in_report}@${mailIn.mail_in_domain}`,
    newToken,
  };
}

/** Makes a token good, before the first mail with it goes out. */
export async function rememberReplyAddress(
  work: Work<Actor>,
  address: NonNullable<OutgoingCarriers['newToken']>,
): Promise<void> {
  await work.lock(`reply address ${address.token}`);
  const [known] = await work.of(ReplyAddressStore).ofTokens([address.token]);
  if (known === undefined) await work.of(ReplyAddressStore).add({ ...address, created_at: work.now, revoked_at: null });
}
