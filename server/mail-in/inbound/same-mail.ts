import { createHash } from 'node:crypto';
import { type Actor, DAY, shifted, type Work } from '#platform';
import { rootOf } from '#tickets';
import { wordListOf } from '../reading/author-words.ts';
import type { ReadMail } from './effect.ts';
import { InboundStore } from './inbound-store.ts';
import { type InboundContext, type Outcome, rootIdOf } from './mail-facts.ts';
import type { SeenMail } from './seen-mail.ts';

/** Mails are one within so much. */
const ONE_WITHIN = 7 * DAY;

/**
 * The mail of the same id, author and words that made something of the same ticket, or of any where this one would make one, or
 * would wait for somebody to make one of it.
 */
export async function firstOf(
  work: Work<Actor>,
  { row, seen }: ReadMail,
  { user, token, facts }: InboundContext,
  { state }: Outcome,
) {
  const { message_id } = row;
  const isHeldReport = state === 'held' && facts.recipient === 'report' && facts.token === 'none';
  const makesOne = state === 'report' || isHeldReport;
  if (message_id === null || user === null || (state !== 'reply' && !makesOne)) return null;
  await work.lock(`mail of ${user.id}`);
  const words = wordsDigest(seen);
  const since = shifted(work.now, -ONE_WITHIN);
  const mails = (await work.of(InboundStore).ofPerson({ person: user.id, since })).filter(
    (mail) =>
      mail.id !== row.id &&
      mail.message_id === message_id &&
      (mail.state === 'reply' || mail.state === 'report') &&
      (JSON.parse(mail.verdict) as { words?: string }).words === words,
  );
  if (makesOne) return mails[0] ?? null;
  const root = token === null ? null : rootIdOf(token);
  for (const mail of mails) if (mail.ticket_id !== null && (await rootOf(work, mail.ticket_id)) === root) return mail;
  return null;
}

/** A digest of the words of a mail: equal for mails that say the same. */
export function wordsDigest({ parsed }: SeenMail): string {
  const hash = createHash('sha256');
  let between = '';
  // A list of the words of a long mail takes many times its size.
  for (const piece of (parsed.text ?? parsed.markdown ?? '').split('\n')) {
    const words = wordListOf(piece).join(' ');
    if (words === '') continue;
    hash.update(between + words);
    between = ' ';
  }
  return hash.digest('hex').slice(0, 32);
}
