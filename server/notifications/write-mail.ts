import type { Actor } from '../actor.ts'
import type { Delivery } from '../events/subscriber.ts'
import { readSettings } from '../settings/effective-settings.ts'
import type { Work } from '../work.ts'
import { destinationName, envelopeFor, type MailContext, type ReadyMail, recipientId } from './mail-context.ts'
import { idHost, messageHeaders } from './message-headers.ts'
import { written } from './notification.ts'
import { readAct } from './read-act.ts'
import { type ActEvent, interestOf, recipientsOf } from './recipients.ts'
import { type NotifiedChange, ticketNotification } from './ticket-notification.ts'
import { writeDigest } from './write-digest.ts'

/**
 * The mail that a delivery stands for. Rights and preferences are read anew: it is null when its recipient may not or
 * does not want to be told any more.
 */
export async function writeMail(
  work: Work<Actor>,
  desk: MailContext,
  { event, destination }: Delivery,
): Promise<ReadyMail | null> {
  const settings = await readSettings(work, desk.source)
  if (event.name === 'ticket.created' && (await work.digests.has(event.entryId)))
    return writeDigest(work, { desk, settings, event, recipient: recipientId(destination.name) })
  const act = await readAct(work, event.entryId)
  const notification =
    act &&
    recipientsOf(act, act.people, settings).find(
      (one) => destinationName(one.recipient.id) === destination.name && one.event.entryId === event.entryId,
    )
  const change = act && notification && (await changeIn(work, notification.event))
  if (!change) return null
  const { recipient, reason } = notification
  const envelope = envelopeFor(recipient, interestOf(reason), settings, desk)
  const actor = act.actorId === null ? undefined : await work.users.find(act.actorId)
  const who = actor?.name ?? settings.app_name
  const relation = recipient.id === act.ticket.reporter_id ? 'reporter' : 'assignee'
  const letter = ticketNotification({ happening: change, ticket: act.ticket, who, relation }, envelope)
  const threaded = {
    host: idHost(settings),
    eventId: event.eventId,
    recipientId: recipient.id,
    ticketId: event.ticketId,
    offUrl: envelope.offUrl,
  }
  return { settings, message: { to: recipient.email, ...written(letter), ...messageHeaders(threaded) } }
}

/** What an event tells by mail; null when nothing is left of it that readers of the ticket may see. */
async function changeIn(work: Work<Actor>, event: ActEvent): Promise<NotifiedChange | null> {
  switch (event.name) {
    case 'ticket.created':
      return { reason: 'created' }
    case 'ticket.updated':
      return { reason: 'assigned' }
    case 'ticket.status_changed':
      return { reason: 'status', from: event.payload.old_status, to: event.payload.new_status }
    case 'ticket.closed': {
      const answer = await work.comments.findPublic(event.payload.closure_comment_id)
      return { reason: 'closed', answer: answer?.content ?? null }
    }
    case 'comment.created': {
      const posted = await work.comments.findPublic(event.payload.comment_id)
      return posted ? { reason: 'comment', ...posted } : null
    }
    case 'task.synced':
      return null
  }
}
