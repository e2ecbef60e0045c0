import { standing, withSight } from '#access';
import type { UnsentReason } from '#contract/words.ts';
import type { Delivery, Destination } from '#events';
import type { RecordedEvent } from '#events/serving';
import { answerOfTicket, namedIn, readsAnswer, withNames } from '#memory';
import { findUser, findUsers, type StoredUser } from '#people';
import { type Actor, domainOf, type Work } from '#platform';
import { type EffectiveSettings, readSettings } from '#settings';
import { findNamedTicket } from '#tickets';
import { mailHeadersOf, oneLine, rendered } from './notification.ts';
import { WORDS } from './notification-words.ts';
import {
  destinationName,
  type MailContext,
  readerContext,
  recipientId,
  threadMail,
  type WrittenMail,
} from './recipients.ts';
import { type NotifiedChange, turnOff } from './ticket-notification.ts';

/** The mails to those who asked, whom an event names (docs/rules/askers.md#telling). */

const INTEREST = 'ticket_status';
const NAME_LENGTH = 120;

type Rules = Pick<EffectiveSettings, 'allowed_domains'>;

/** Why somebody who asked is not mailed; null where they are. */
function unmailedBecause(user: StoredUser, { allowed_domains }: Rules): UnsentReason | null {
  if (user.is_active === 0 || !allowed_domains.includes(domainOf(user.email))) return 'no_sight';
  if (user.email_notify_ticket_status === 0) return 'mail_off';
  return user.mail_paused_at === null ? null : 'paused';
}

/** Where what an event tells people who asked is mailed: in the thread of each. */
export async function mailedAskers(
  work: Work<Actor>,
  { internals, aggregateId }: RecordedEvent,
  rules: Rules,
): Promise<Destination[]> {
  const threads = new Map((internals.told ?? []).map((row) => [row.user, row]));
  const users = await findUsers(work, [...threads.keys()]);
  return users.map((user) => {
    const { ticket: thread = null, why } = threads.get(user.id) ?? {};
    return {
      ...{ channel: 'mail', name: destinationName(user.id), why: why ?? 'asker' },
      ...{ threadId: thread === aggregateId ? null : thread, notSentBecause: unmailedBecause(user, rules) },
    };
  });
}

/** The change that the event tells; null for one that tells nothing. */
function changeIn({ content, internals, wirePayload }: RecordedEvent, { language }: StoredUser): NotifiedChange | null {
  if (content?.name === 'ticket.shipped') return { reason: 'live' };
  if (wirePayload.undoes !== undefined) return { reason: 'undone' };
  const { notes } = internals;
  return notes === undefined ? null : { reason: 'told', content: notes[language] ?? notes.note };
}

async function withNamesIn(work: Work<Actor>, change: NotifiedChange): Promise<NotifiedChange> {
  if (change.reason !== 'told') return change;
  return { ...change, content: withNames(change.content, await namedIn(work, [change.content])) };
}

/**
 * Writes the mail to somebody who asked, in the thread of their ticket. There is none when they may not read it any more, or
 * want no such mails.
 */
export async function writeToldMail(
  work: Work<Actor>,
  context: MailContext,
  { event, destination }: Delivery,
): Promise<WrittenMail> {
  const settings = await readSettings(work, context.source);
  const place = event.internals.told?.find(({ user }) => user === recipientId(destination.name));
  const user = place && (await findUser(work, place.user));
  if (!user) return 'no_sight';
  const unmailed = unmailedBecause(user, settings);
  const change = changeIn(event, user);
  if (unmailed !== null || change === null) return unmailed ?? 'taken_back';
  const written = {
    event,
    settings,
    user,
    change: await withNamesIn(work, change),
    who: await nameOf(work, event, settings),
  };
  return place.ticket === null
    ? writeAside(work, context, written)
    : writeInThread(work, context, written, place.ticket);
}

const nameOf = async (work: Work<Actor>, { actorId }: RecordedEvent, { app_name }: EffectiveSettings) =>
  (actorId === null ? undefined : await findUser(work, actorId))?.name ?? app_name;

interface Written {
  readonly event: RecordedEvent;
  readonly settings: EffectiveSettings;
  readonly user: StoredUser;
  readonly change: NotifiedChange;
  readonly who: string;
}

async function writeInThread(
  work: Work<Actor>,
  context: MailContext,
  { event, settings, user, change, who }: Written,
  ticketId: string,
): Promise<WrittenMail> {
  const [person] = await withSight(work, [user]);
  const ticket = await findNamedTicket(work, ticketId, false);
  if (person === undefined || ticket === undefined || standing(person, ticket) === 'none') return 'no_sight';
  const role = user.id === ticket.reporter_id ? 'reporter' : 'follower';
  const content = { change, ticket, who, role, interest: INTEREST } as const;
  return threadMail(work, context, { event, settings }, user, content);
}

/** For who may read an answer, and not open its ticket: no word of that is in it. */
async function writeAside(work: Work<Actor>, context: MailContext, written: Written): Promise<WrittenMail> {
  const { event, settings, user, change, who } = written;
  const answer = await answerOfTicket(work, event.aggregateId);
  const [person] = await withSight(work, [user]);
  if (change.reason !== 'told' || answer === null || person === undefined) return 'taken_back';
  if (!(await readsAnswer(work, answer, person))) return 'no_sight';
  const words = WORDS[user.language];
  const reader = readerContext(user, INTEREST, settings, context);
  const link = { kind: 'link', text: null, url: `${reader.appUrl}/answers/${answer.comment_id}` } as const;
  const notification = {
    language: user.language,
    subject: words.newsOfAnswer,
    blocks: [
      { kind: 'line', text: words.told(oneLine(who, NAME_LENGTH)) } as const,
      { kind: 'quote', text: change.content } as const,
      ...(reader.appUrl === '' ? [] : [link]),
    ],
    footer: [words.becauseHelped, words.noReplies],
    off: turnOff(INTEREST, reader),
  };
  const headers = mailHeadersOf(settings, event, user.id, { ticketId: null, offUrl: reader.offUrl });
  return { settings, message: { to: user.email, ...rendered(notification), ...headers } };
}
