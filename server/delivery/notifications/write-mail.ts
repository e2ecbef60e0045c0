import { mayReopen } from '#access';
import type { Delivery } from '#events';
import { namedIn, withNames } from '#memory';
import { findUser, type StoredUser } from '#people';
import { type Actor, allSettled, type Work } from '#platform';
import { readSettings } from '#settings';
import { type Concern, findPublicComment, findStoredComment, type NamedTicket, type StoredTicket } from '#tickets';
import { DigestStore } from './digest-store.ts';
import { destinationName, type MailContext, type ReadyMail, readerContext, recipientId } from './mail-context.ts';
import { idHost, messageHeaders } from './message-headers.ts';
import { rendered } from './notification.ts';
import type { RecipientRole } from './notification-words.ts';
import { heldMailsOf, type ReadAct, readAct } from './read-act.ts';
import { interestOf, type Recipient, recipientsOf } from './recipients.ts';
import { type NotifiedChange, ticketNotification } from './ticket-notification.ts';
import { writeDigest } from './write-digest.ts';

/**
 * Writes the mail that a delivery stands for. Rights and preferences are read anew: it is null when its recipient may not
 * read the ticket, does not want such mails any more, or has read the notice that the mail waited for.
 */
export async function writeMail(
  work: Work<Actor>,
  context: MailContext,
  { event, destination }: Delivery,
): Promise<ReadyMail | null> {
  const settings = await readSettings(work, context.source);
  if (event.name === 'ticket.created' && (await work.of(DigestStore).has(event.entryId)))
    return writeDigest(work, { context, settings, event, recipientId: recipientId(destination.name) });
  const act = await readAct(work, event.entryId);
  const recipient =
    act &&
    recipientsOf(act, act.people, settings).find(
      (one) => destinationName(one.person.id) === destination.name && one.event.entryId === event.entryId,
    );
  if (!act || !recipient) return null;
  const [isRead, change, actor] = await allSettled([
    isReadMeanwhile(work, act, recipient),
    changeIn(work, recipient, act.ticket),
    act.actorId === null ? undefined : findUser(work, act.actorId),
  ]);
  if (isRead || change === null) return null;
  const { person, reason } = recipient;
  const interest = interestOf(reason);
  const reader = readerContext(person, interest, settings, context);
  const who = actor?.name ?? settings.app_name;
  const role = roleOf(person.id, recipient, act.ticket);
  const notification = ticketNotification({ change, ticket: act.ticket, who, role, interest }, reader);
  const headers = messageHeaders({
    host: idHost(settings),
    eventId: event.eventId,
    recipientId: person.id,
    ticketId: event.aggregateId,
    offUrl: reader.offUrl,
  });
  return { settings, message: { to: person.email, ...rendered(notification), ...headers } };
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

/** What a mail says of an event to its recipient; null when nothing is left of it that every reader of the ticket may see. */
async function changeIn(
  work: Work<Actor>,
  { event, person }: Recipient<StoredUser>,
  ticket: NamedTicket,
): Promise<NotifiedChange | null> {
  switch (event.name) {
    case 'ticket.created':
      return { reason: 'created' };
    case 'ticket.updated':
      return { reason: 'assigned' };
    case 'ticket.status_changed':
      return { reason: 'status', from: event.payload.old_status, to: event.payload.new_status };
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
      return null;
  }
}
