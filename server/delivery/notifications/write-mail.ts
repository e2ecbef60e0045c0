import { mayReopen, type Reader, standing, withSight } from '#access';
import { attachmentsOn, type Concern, findPublicComment, findStoredComment, promisedDue } from '#conversation';
import type { Delivery } from '#events';
import type { RecordedEvent } from '#events/serving';
import { replyCarriers } from '#mail-in';
import { namedIn, withNames } from '#memory';
import { findUser, type StoredUser } from '#people';
import { type Actor, allSettled, domainOf, type Work } from '#platform';
import { type EffectiveSettings, readSettings } from '#settings';
import { findNamedTicket, type NamedTicket, type StoredTicket } from '#tickets';
import { DigestStore } from './digest-store.ts';
import { writeDigest } from './digests.ts';
import { mailHeadersOf, rendered } from './notification.ts';
import type { RecipientRole } from './notification-words.ts';
import {
  addresseesOf,
  destinationName,
  envelopeOf,
  heldMailsOf,
  interestOf,
  type MailContext,
  type ReadAct,
  type Recipient,
  readAct,
  readerContext,
  recipientId,
  threadMail,
  type WrittenMail,
} from './recipients.ts';
import { type NotifiedChange, ticketNotification } from './ticket-notification.ts';
import { writeToldMail } from './told-mails.ts';

/**
 * Writes the mail that a delivery stands for. Rights and preferences are read anew: there is none when its recipient may not
 * read the ticket, does not want such mails any more, or has read the notice that the mail waited for.
 */
export async function writeMail(work: Work<Actor>, context: MailContext, delivery: Delivery): Promise<WrittenMail> {
  const { event, destination } = delivery;
  if (event.internals.told !== undefined) return writeToldMail(work, context, delivery);
  const settings = await readSettings(work, context.source);
  if (isAcknowledged(event, recipientId(destination.name))) return writeAcknowledgement(work, context, event, settings);
  if (event.name === 'ticket.created' && (await work.of(DigestStore).has({ entry_id: event.entryId })))
    return writeDigest(work, { context, settings, event, recipientId: recipientId(destination.name) });
  const act = await readAct(work, event.entryId);
  const recipient =
    act &&
    addresseesOf(act, act.people, settings).find(
      (addressee) => destinationName(addressee.person.id) === destination.name,
    );
  if (!act || !recipient) return 'no_sight';
  // Where their wishes changed, the mail is of another event of the act.
  if (recipient.unmailed !== null || recipient.event.entryId !== event.entryId) return recipient.unmailed ?? 'mail_off';
  const [isRead, change, actor] = await allSettled([
    isReadMeanwhile(work, act, recipient),
    changeIn(work, recipient, act.ticket),
    act.actorId === null ? undefined : findUser(work, act.actorId),
  ]);
  if (isRead) return 'read_meanwhile';
  if (change === null) return 'taken_back';
  const { person, reason } = recipient;
  const { ticket } = act;
  const files = await filesOf(work, recipient, ticket.id, change);
  const about = { change, ticket, who: actor?.name ?? settings.app_name, files };
  const role = roleOf(person.id, recipient, ticket);
  return threadMail(work, context, { event, settings }, person, { ...about, role, interest: interestOf(reason) });
}

/** The names of the files that came with what a mail quotes. */
async function filesOf(
  work: Work<Actor>,
  { event }: Recipient<StoredUser & Reader>,
  ticketId: string,
  change: NotifiedChange,
): Promise<string[]> {
  const { reason } = change;
  const isQuoted = reason === 'comment' ? change.content !== null : reason === 'closed' ? change.answer !== null : true;
  const comment =
    event.name === 'comment.created'
      ? event.payload.comment_id
      : event.name === 'ticket.closed'
        ? event.payload.closure_comment_id
        : null;
  if (!isQuoted || (comment === null && reason !== 'created' && reason !== 'assigned')) return [];
  const files = await attachmentsOn(work, ticketId, false);
  return files.filter(({ comment_id }) => comment_id === comment).map(({ original_name }) => original_name);
}

/** Whether a new ticket was reported by mail, and its reporter is told the number. */
export const isAcknowledged = ({ name, actorId, internals }: RecordedEvent, userId: string): boolean =>
  name === 'ticket.created' && internals.acknowledge === true && actorId === userId;

async function writeAcknowledgement(
  work: Work<Actor>,
  context: MailContext,
  event: RecordedEvent,
  settings: EffectiveSettings,
): Promise<WrittenMail> {
  const [ticket, user] = await allSettled([
    findNamedTicket(work, event.aggregateId, false),
    findUser(work, event.actorId ?? ''),
  ]);
  if (ticket === undefined || user === undefined || user.is_active === 0) return 'no_sight';
  if (!settings.allowed_domains.includes(domainOf(user.email))) return 'no_sight';
  if (user.mail_paused_at !== null) return 'paused';
  const [person] = await withSight(work, [user]);
  const ids = { ticketId: ticket.id, userId: user.id, seq: event.seq };
  const carriers = await replyCarriers(work, context.replyKey, ids);
  // Without an address to answer to there is nothing to acknowledge by mail.
  if (person === undefined || carriers === null) return 'no_sight';
  const answering = { reference: carriers.reference, reaches: ticket.assignee_name };
  const change = { reason: 'acknowledged', due: promisedDue(ticket), zone: settings.zone } as const;
  const content = { change, ticket, who: '', role: 'reporter', interest: 'ticket_status', answering } as const;
  const notification = ticketNotification(content, readerContext(person, 'ticket_status', settings, context));
  const { headers, messageId } = mailHeadersOf(settings, event, user.id, {
    ticketId: ticket.id,
    offUrl: null,
    carriers,
  });
  const message = {
    to: user.email,
    from: `"${settings.app_name.replace(/["\\]/g, '')}" <${carriers.reportAddress}>`,
    messageId,
    ...rendered(notification),
    ...envelopeOf(carriers, user.email),
    headers: { ...headers, 'Auto-Submitted': 'auto-replied' },
  };
  return { settings, message, answer: carriers.answer };
}

async function isReadMeanwhile(work: Work<Actor>, act: ReadAct, { person }: Recipient): Promise<boolean> {
  const notice = (await heldMailsOf(work, act)).get(person.id);
  return notice !== undefined && notice.read_at !== null;
}

function roleOf(id: string, { reason }: Concern, { reporter_id }: Pick<StoredTicket, 'reporter_id'>): RecipientRole {
  if (reason === 'mentioned') return 'mentioned';
  if (reason === 'followed') return 'follower';
  return id === reporter_id ? 'reporter' : 'assignee';
}

/** A comment as a mail quotes it: with names in the place of ids. */
const readable = async (work: Work<Actor>, content: string) => withNames(content, await namedIn(work, [content]));

/** The change that a mail tells its recipient; null when nothing is left of it that every reader of the ticket may see. */
async function changeIn(
  work: Work<Actor>,
  { event, person }: Recipient<StoredUser & Reader>,
  ticket: NamedTicket,
): Promise<NotifiedChange | null> {
  switch (event.name) {
    case 'ticket.created':
      return { reason: 'created' };
    case 'ticket.updated':
      return { reason: 'assigned' };
    case 'ticket.status_changed':
      return { reason: 'status', from: event.payload.old_status, to: event.payload.new_status };
    case 'ticket.merged':
    case 'ticket.unmerged': {
      const { into_id, into_number } = event.payload;
      if (into_id === null) return null;
      const target = await findNamedTicket(work, into_id, false);
      const other = target !== undefined && standing(person, target) !== 'none' ? into_number : null;
      return event.name === 'ticket.merged' ? { reason: 'merged', into: other } : { reason: 'unmerged', from: other };
    }
    case 'ticket.closed': {
      const answer = await findPublicComment(work, event.payload.closure_comment_id);
      const content = answer ? await readable(work, answer.content) : null;
      const isAsked = person.id === ticket.reporter_id && ticket.status === 'closed';
      const rates = isAsked && answer ? event.payload.closure_comment_id : null;
      return { reason: 'closed', answer: content, rates, mayReopen: mayReopen(person, ticket, work.now) };
    }
    case 'comment.created': {
      const posted = await findPublicComment(work, event.payload.comment_id);
      if (posted) return { reason: 'comment', type: posted.type, content: await readable(work, posted.content) };
      const { is_internal, type, comment_id } = event.payload;
      return is_internal && (await findStoredComment(work, comment_id))
        ? { reason: 'comment', type, content: null }
        : null;
    }
    case 'task.synced':
    case 'ticket.person_added':
    case 'ticket.person_removed':
    case 'ticket.restricted':
    case 'ticket.shipped':
    case 'answer.told':
    case 'ticket.reference_added':
    case 'ticket.split':
    case 'wait.warned':
    case 'wait.missed':
      return null;
  }
}
