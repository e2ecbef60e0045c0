import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Language } from '#contract/words.ts';
import { UUID } from '#contract/words.ts';
import { findUser, storeUserChange } from '#people';
import { type Actor, escaped, htmlMessage, invalidField, type Work } from '#platform';

/** The kinds of mails, with the switch of each in a person's profile. */
export const SWITCHES = {
  ticket_status: 'email_notify_ticket_status',
  developer_comment: 'email_notify_developer_comment',
  due_digest: 'due_digest',
} as const;
export type Interest = keyof typeof SWITCHES;

interface Words {
  which: Record<Interest, string>;
  off(which: string): string;
  button: string;
  done(which: string): string;
  back: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    which: {
      ticket_status: 'new, assigned and changed tickets',
      developer_comment: 'comments',
      due_digest: 'tickets that nobody has',
    },
    off: (which) => `Turn off messages about ${which}?`,
    button: 'Turn them off',
    done: (which) => `Messages about ${which} are turned off.`,
    back: 'You can turn them on again in your profile.',
  },
  pl: {
    which: {
      ticket_status: 'nowych, przypisanych i zmienionych zgłoszeniach',
      developer_comment: 'komentarzach',
      due_digest: 'zgłoszeniach bez opiekuna',
    },
    off: (which) => `Wyłączyć wiadomości o ${which}?`,
    button: 'Wyłącz',
    done: (which) => `Wiadomości o ${which} są wyłączone.`,
    back: 'W profilu można je znów włączyć.',
  },
};

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`;

/** A page with a button, because programs that check mails open every address in them. */
export function offerPage({ interest, language }: Offer): string {
  const { off, which, button } = WORDS[language];
  const question = off(which[interest]);
  const form = `<form method="post"><button style="font:inherit;padding:8px 16px">${escaped(button)}</button></form>`;
  return htmlMessage(language, question, `${paragraph(question)}\n${form}`);
}

export function donePage({ interest, language }: Offer): string {
  const { done, which, back } = WORDS[language];
  const sentence = done(which[interest]);
  return htmlMessage(language, sentence, `${paragraph(sentence)}\n${paragraph(back)}`);
}

/** Which mails a token turns off, and whose. */
export interface Unsubscription {
  readonly userId: string;
  readonly interest: Interest;
}

const isUserId = new RegExp(UUID);
const isInterest = (word: string): word is Interest => Object.hasOwn(SWITCHES, word);

/**
 * The token in the address that turns mails off: whose mails and which, signed, so that nobody can make one up. It does not
 * expire, because the mail does not (RFC 8058 § 3.1), and is good for nothing else.
 *
 * @param key 32 bytes.
 */
export const unsubscribeToken = (key: Buffer, { userId, interest }: Unsubscription): string =>
  `${userId}.${interest}.${signature(key, userId, interest).toString('base64url')}`;

/** The mails that a token turns off; null when it was not signed with this key. */
export function readUnsubscribeToken(key: Buffer, token: string): Unsubscription | null {
  const [userId = '', interest = '', signed = '', ...rest] = token.split('.');
  if (rest.length > 0 || !isUserId.test(userId) || !isInterest(interest)) return null;
  const sent = Buffer.from(signed, 'base64url');
  const right = signature(key, userId, interest);
  return sent.length === right.length && timingSafeEqual(sent, right) ? { userId, interest } : null;
}

const signature = (key: Buffer, userId: string, interest: Interest): Buffer =>
  createHmac('sha256', key).update(`unsubscribe ${userId} ${interest}`).digest();

/** Which mails the address in a mail turns off, and the language of the person who got the mail. */
export interface Offer extends Unsubscription {
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
  const field = SWITCHES[offer.interest];
  if ((await findUser(work, offer.userId))?.[field] === 1) {
    await storeUserChange(work, offer.userId, { [field]: false });
    const thing = { type: 'user', id: offer.userId };
    work.lines.push({ thing, ownerId: offer.userId, field, new: false, isUndoable: false });
  }
  return offer;
}
