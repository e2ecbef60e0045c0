import { createHmac, timingSafeEqual } from 'node:crypto';
import { UUID } from '#contract/scalars.ts';
import { INTERESTS, type Interest } from './recipients.ts';

/** Which mails a token turns off, and whose. */
export interface Unsubscription {
  readonly userId: string;
  readonly interest: Interest;
}

const isUserId = new RegExp(UUID);
const isInterest = (word: string): word is Interest => INTERESTS.some((one) => one === word);

/**
 * The token in the address that turns mails off: whose mails and which, signed, so that nobody can make one up. It does not
 * expire, because the mail does not (RFC 8058 § 3.1), and is good for nothing else.
 *
 * @param key 32 bytes.
 */
export const unsubscribeToken = (key: Buffer, { userId, interest }: Unsubscription): string =>
  `${userId}.${interest}.${signature(key, userId, interest).toString('base64url')}`;

/** What a token turns off; null when it was not signed with this key. */
export function readUnsubscribeToken(key: Buffer, token: string): Unsubscription | null {
  const [userId = '', interest = '', signed = '', ...rest] = token.split('.');
  if (rest.length > 0 || !isUserId.test(userId) || !isInterest(interest)) return null;
  const given = Buffer.from(signed, 'base64url');
  const right = signature(key, userId, interest);
  return given.length === right.length && timingSafeEqual(given, right) ? { userId, interest } : null;
}

const signature = (key: Buffer, userId: string, interest: Interest): Buffer =>
  createHmac('sha256', key).update(`unsubscribe ${userId} ${interest}`).digest();
