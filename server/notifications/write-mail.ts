import type { Status } from '../../contract/tickets.ts'
import type { Actor } from '../actor.ts'
import type { Delivery } from '../events/subscriber.ts'
import { readSettings } from '../settings/effective-settings.ts'
import type { Work } from '../work.ts'
import { destinationName, envelopeFor, type MailContext, type ReadyMail, recipientId } from './mail-context.ts'
import { idHost, messageHeaders } from './message-headers.ts'
import { written } from './notification.ts'
import { type ReadAct, readAct } from './read-act.ts'
import { interestOf, type NotificationOf, recipientsOf } from './recipients.ts'
import { type NotifiedChange, ticketNotification } from './ticket-notification.ts'
import { writeDigest } from './write-digest.ts'

/**
 * The mail that a delivery stands for. Rights and wishes are read anew: it is null when its recipient may not or does not
 * want to be told any more.
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
  const telling =
    act &&
    recipientsOf(act, act.people, settings).find(
      ({ recipient, entryId }) => destinationName(recipient.id) === destination.name && entryId === event.entryId,
    )
  const happening = act && telling && (await happeningOf(work, act, telling))
  if (!happening) return null
  const { recipient, reason } = telling
  const envelope = envelopeFor(recipient, interestOf(reason), settings, desk)
  const actor = act.actorId === null ? undefined : await work.users.find(act.actorId)
  const who = actor?.name ?? settings.app_name
  const relation = recipient.id === act.ticket.reporter_id ? 'reporter' : 'assignee'
  const letter = ticketNotification({ happening, ticket: act.ticket, who, relation }, envelope)
  const threaded = {
    host: idHost(settings),
    eventId: event.eventId,
    recipientId: recipient.id,
    ticketId: event.ticketId,
    offUrl: envelope.offUrl,
  }
  return { settings, message: { to: recipient.email, ...written(letter), ...messageHeaders(threaded) } }
}

/** null when there is nothing that this reader may see of it. */
async function happeningOf(
  work: Work<Actor>,
  act: ReadAct,
  { reason, entryId }: NotificationOf,
): Promise<NotifiedChange | null> {
  const payload = act.events.find((event) => event.entryId === entryId)?.payload ?? {}
  const comment = (id: unknown) => (typeof id === 'string' ? work.comments.findPublic(id) : undefined)
  switch (reason) {
    case 'closed':
      return { reason, answer: (await comment(payload.closure_comment_id))?.content ?? null }
    case 'status':
      return { reason, from: payload.old_status as Status, to: payload.new_status as Status }
    case 'comment': {
      const posted = await comment(payload.comment_id)
      return posted ? { reason, ...posted } : null
    }
    default:
      return { reason }
  }
}
