import { addedPeople, type Reader, withSight } from '#access';
import { type EventRow, findAct, readEvent } from '#events';
import type { OutgoingCarriers } from '#mail-in';
import { listStoredUsers, type StoredUser } from '#people';
import { type ActEvent, type Actor, allSettled, type Message, type SettingsSource, type Work } from '#platform';
import type { EffectiveSettings } from '#settings';
import { type Act, findNamedTicket, followersOfTicket, type NamedTicket, readConcerned } from '#tickets';
import { HeldMailStore } from './digest-store.ts';
import type { Interest } from './recipients.ts';
import type { ReaderContext } from './ticket-notification.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** What every mail is written with, whoever reads it. */
export interface MailContext {
  readonly source: SettingsSource;
  /** 32 bytes. Signs the addresses that turn mails off. */
  readonly unsubscribeKey: Buffer;
  /** 32 bytes. Makes the tokens by which answers by mail find their ticket. */
  readonly replyKey: Buffer;
}

export interface ReadyMail {
  readonly settings: EffectiveSettings;
  readonly message: Message;
  /** What is to be remembered before it goes out, so that an answer finds its ticket. */
  readonly newToken?: OutgoingCarriers['newToken'];
}

/** The destination of mails to a person. */
export const destinationName = (userId: string): string => `mail:${userId}`;

/** The person behind such a destination. */
export const recipientId = (destination: string): string => destination.slice('mail:'.length);

export function readerContext(
  person: StoredUser,
  interest: Interest,
  settings: EffectiveSettings,
  context: MailContext,
): ReaderContext {
  const { app_url: appUrl } = settings;
  const token = unsubscribeToken(context.unsubscribeKey, { userId: person.id, interest });
  const offUrl = appUrl === '' ? null : `${appUrl}/api/notifications/unsubscribe?token=${token}`;
  return { language: person.language, appUrl, offUrl };
}

/** An act with its ticket, without what only developers may read, and with everybody whom it may concern. */
export interface ReadAct extends Act {
  readonly ticket: NamedTicket;
  readonly people: readonly (StoredUser & Reader)[];
}

/** More developers than any team has. */
const MAX_DEVELOPERS = 1000;

/** Reads the act to which an entry belongs; null when the entry or its ticket is gone. */
export async function readAct(work: Work<Actor>, entryId: string): Promise<ReadAct | null> {
  const rows = await findAct(work, entryId);
  const [first] = rows;
  if (first === undefined) return null;
  const { aggregate_id: ticketId, actor_user_id: actorId } = first;
  const [ticket, following] = await allSettled([
    findNamedTicket(work, ticketId, false),
    followersOfTicket(work, ticketId),
  ]);
  if (ticket === undefined) return null;
  const events = rows.flatMap(actEvent);
  const added = addedPeople(ticket).map(({ id }) => id);
  const act = { ticket, followers: new Set([...following, ...added]), actorId, events };
  const isNew = events.some(({ name }) => name === 'ticket.created');
  return { ...act, people: isNew ? await developers(work) : await readConcerned(work, act, events) };
}

/** Nothing for an event that this version does not know: nobody is mailed. */
function actEvent(row: EventRow): ActEvent[] {
  const { entryId, eventId, content, internals } = readEvent(row);
  return content === null ? [] : [{ entryId, eventId, internals, ...content }];
}

/**
 * The people who are told of new tickets: active developers who have signed in. Nobody has shown yet that the address of one who was
 * invited is theirs (docs/rules/people.md#invitations).
 */
export async function developers(work: Work<Actor>): Promise<(StoredUser & Reader)[]> {
  const all = await listStoredUsers(work, { role: 'developer', isActive: true, limit: MAX_DEVELOPERS });
  return withSight(
    work,
    all.filter(({ last_login }) => last_login !== null),
  );
}

/** The mails of an act that wait for their notices to be read, by the ids of their people. */
export const heldMailsOf = (work: Work<Actor>, { ticket, events }: ReadAct) =>
  work.of(HeldMailStore).ofEvents(
    ticket.id,
    events.map(({ eventId }) => eventId),
  );
