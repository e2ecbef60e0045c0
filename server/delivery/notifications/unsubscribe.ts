import type { Language } from '#contract/users.ts';
import { findUser, storeUserChange } from '#people';
import { type Actor, invalidField, type Work } from '#platform';
import type { Interest } from './recipients.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

/** Which mails the address in a mail turns off, and the language of the person who got the mail. */
export interface Offer {
  readonly userId: string;
  readonly interest: Interest;
  readonly language: Language;
}

/** Says what an address would turn off, and changes nothing. @throws Failure `validation_error` for an address that Kwit did not make. */
export async function readOffer(work: Work<Actor>, key: Buffer, token: string): Promise<Offer> {
  const meant = readUnsubscribeToken(key, token);
  const user = meant && (await findUser(work, meant.userId));
  if (!user) throw invalidField('token', 'token', 'Open the address as it stands in the mail, whole.');
  return { ...meant, language: user.language };
}

/** Turns one kind of mails off. Anyone who has the mail may do so without signing in (RFC 8058), also twice. */
export async function unsubscribe(work: Work<Actor>, key: Buffer, token: string): Promise<Offer> {
  const offer = await readOffer(work, key, token);
  await storeUserChange(work, offer.userId, { [`email_notify_${offer.interest}`]: false });
  return offer;
}
