import { addedPeople, mayReopen, type Reader, withSight } from '#access';
import type { EventName, UnsentReason } from '#contract/words.ts';
import {
  type ActOnTicket,
  type Concern,
  concernsOf,
  followersOfTicket,
  type Reason,
  readConcerned,
} from '#conversation';
import { CATALOGUE, type Delivery, type EventRow, findAct } from '#events';
import { readEvent } from '#events/serving';
import { type OutgoingCarriers, replyCarriers } from '#mail-in';
import { namedIn, withNames } from '#memory';
import { findUser, listStoredUsers, type StoredUser } from '#people';
import {
  type ActEvent,
  type Actor,
  allSettled,
  domainOf,
  isDeveloper,
  type Message,
  type Operation,
  type SettingsSource,
  type Work,
} from '#platform';
import { type EffectiveSettings, readSettings } from '#settings';
import { findNamedTicket, type NamedTicket } from '#tickets';
import { HeldMailStore } from './digest-store.ts';
import { mailHeadersOf, rendered } from './notification.ts';
import { type NotificationContent, type ReaderContext, ticketNotification } from './ticket-notification.ts';
import { type Interest, SWITCHES, unsubscribeToken } from './unsubscribe.ts';

/** Chooses who is mailed an act on a ticket, and why (docs/rules/notices.md#mails). */

const OF_COMMENTS: readonly Reason[] = ['mentioned', 'replied', 'followed'];

/** Only the reporter of a ticket is mailed that it continues elsewhere. */
const OF_REPORTERS: readonly EventName[] = ['ticket.merged', 'ticket.unmerged'];

export const interestOf = (reason: Reason) => (OF_COMMENTS.includes(reason) ? 'developer_comment' : 'ticket_status');

/** Somebody whom an act may concern. */
export type Candidate = Reader &
  Pick<StoredUser, 'id' | 'email' | 'role' | 'is_active' | 'mail_paused_at'> &
  Pick<StoredUser, 'email_notify_ticket_status' | 'email_notify_developer_comment'>;

export type Rules = Pick<EffectiveSettings, 'allowed_domains' | 'notify_developers_of_new_tickets'>;

/** Whether an event of this name may be mailed to anybody. When not, nobody has to be read. */
export const mayNotify = (name: EventName, rules: Rules): boolean =>
  CATALOGUE[name].notifies && (name !== 'ticket.created' || rules.notify_developers_of_new_tickets === 'each');

/** Somebody who is mailed an act, for which reason, and the event whose delivery the mail is. */
export interface Recipient<C extends Candidate = Candidate> extends Concern {
  readonly person: C;
}

/** Somebody whom a mail is for, and why they get none. */
interface Addressee<C extends Candidate> extends Recipient<C> {
  readonly unmailed: 'mail_off' | 'paused' | null;
}

/**
 * The people for whom the mail of an act is: those whom it concerns, each once at most, for the reason that says most of
 * those that they want to be mailed. Left out are people whose domain may not sign in any more.
 *
 * @param candidates whom the act may concern; for a new ticket, the developers.
 */
export const addresseesOf = <C extends Candidate>(
  act: ActOnTicket,
  candidates: readonly C[],
  rules: Rules,
): Addressee<C>[] =>
  candidates
    .filter(({ email }) => rules.allowed_domains.includes(domainOf(email)))
    .flatMap((person): Addressee<C>[] => {
      const mailable = concernsOf(person, act).filter(
        ({ event }) =>
          mayNotify(event.name, rules) &&
          event.internals.joined !== true &&
          (!OF_REPORTERS.includes(event.name) || person.id === act.ticket.reporter_id),
      );
      const chosen = mailable.find(({ reason }) => person[SWITCHES[interestOf(reason)]] === 1);
      const concern = chosen ?? mailable[0];
      if (concern === undefined) return [];
      const paused = person.mail_paused_at === null ? null : 'paused';
      return [{ person, ...concern, unmailed: chosen === undefined ? 'mail_off' : paused }];
    });

/** The people who are mailed an act: without those who want no such mails, and those whom mails do not reach. */
export const recipientsOf = <C extends Candidate>(
  ...selection: [act: ActOnTicket, candidates: readonly C[], rules: Rules]
): Recipient<C>[] => addresseesOf(...selection).filter(({ unmailed }) => unmailed === null);

/** Whether this person wants to be mailed new tickets, one by one or as a digest. */
export const wantsNewTickets = (person: Omit<Candidate, 'sight'>, { allowed_domains }: Rules): boolean =>
  isDeveloper(person) &&
  person.is_active === 1 &&
  person.mail_paused_at === null &&
  person.email_notify_ticket_status === 1 &&
  allowed_domains.includes(domainOf(person.email));

const NO_MAIL = 'Its reporter gets no mail of it. They read the answer in the ticket.';

/**
 * The mail that its reporter would get if the caller closed a ticket with this answer, to be agreed to before it is sent
 * (docs/rules/mcp.md#closing). The address that turns such mails off is left out: it is the reporter's alone.
 */
export const closingMail =
  (source: SettingsSource) =>
  (ticketId: string, answer: string): Operation<string> =>
  async (work) => {
    const ticket = await findNamedTicket(work, ticketId, false);
    const user = ticket && (await findUser(work, ticket.reporter_id));
    const [reporter] = user ? await withSight(work, [user]) : [];
    if (!ticket || !reporter) return NO_MAIL;
    const settings = await readSettings(work, source);
    const { status: old_status, assignee_id } = ticket;
    const closing: ActEvent = {
      name: 'ticket.closed',
      payload: { old_status, new_status: 'closed', assignee_id, closure_comment_id: '' },
      entryId: '',
      eventId: '',
      internals: {},
    };
    const act = { ticket, followers: new Set<string>(), actorId: work.actor.id, events: [closing] };
    if (recipientsOf(act, [reporter], settings).length === 0) return NO_MAIL;
    const notification = ticketNotification(
      {
        change: {
          reason: 'closed',
          answer: withNames(answer, await namedIn(work, [answer])),
          // The answer has no address before it is written.
          rates: null,
          mayReopen: mayReopen(reporter, { ...ticket, status: 'closed', closed_at: work.now }, work.now),
        },
        ticket,
        who: work.actor.name,
        role: 'reporter',
        interest: 'ticket_status',
      },
      { language: reporter.language, appUrl: settings.app_url, offUrl: null },
    );
    const { subject, text } = rendered(notification);
    return `To: ${reporter.email}\nSubject: ${subject}\n\n${text}`;
  };

/** The settings and keys of every mail, whoever reads it. */
export interface MailContext {
  readonly source: SettingsSource;
  /** 32 bytes. Signs the addresses that turn mails off. */
  readonly unsubscribeKey: Buffer;
  /** 32 bytes. Makes the tokens by which answers by mail find their ticket. */
  readonly replyKey: Buffer;
}

/** A mail, or why there is none. */
export type WrittenMail = ReadyMail | UnsentReason;

export interface ReadyMail {
  readonly settings: EffectiveSettings;
  readonly message: Message;
  /** Kwit remembers it before the mail goes out, so that an answer finds its ticket. */
  readonly answer?: OutgoingCarriers['answer'] | undefined;
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

export const envelopeOf = (carriers: OutgoingCarriers | null, to: string) =>
  carriers === null ? {} : { envelope: { from: carriers.envelopeFrom, to } };

/** The people whom an answer of somebody reaches before all others. */
const otherOf = (id: string, { reporter_id, reporter_name, assignee_name }: NamedTicket): string | null =>
  id === reporter_id ? assignee_name : reporter_name;

/** Writes a mail to one person in the thread of a ticket, which they may answer. */
export async function threadMail(
  work: Work<Actor>,
  context: MailContext,
  { event, settings }: Pick<Delivery, 'event'> & Pick<ReadyMail, 'settings'>,
  person: StoredUser,
  content: Omit<NotificationContent, 'answering'> & { readonly ticket: NamedTicket },
): Promise<ReadyMail> {
  const { ticket, interest } = content;
  const reader = readerContext(person, interest, settings, context);
  const ids = { ticketId: ticket.id, userId: person.id, seq: event.seq };
  const carriers = await replyCarriers(work, context.replyKey, ids);
  const answering = carriers && { reference: carriers.reference, reaches: otherOf(person.id, ticket) };
  const notification = ticketNotification({ ...content, answering }, reader);
  const headers = mailHeadersOf(settings, event, person.id, { ticketId: ticket.id, offUrl: reader.offUrl, carriers });
  const message = { to: person.email, ...rendered(notification), ...headers, ...envelopeOf(carriers, person.email) };
  return { settings, message, answer: carriers?.answer };
}

/** An act with its ticket, without what only developers may read, and with everybody whom it may concern. */
export interface ReadAct extends ActOnTicket {
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
