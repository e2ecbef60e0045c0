import type { Actor } from '../actor.ts'
import type { RecordedEvent } from '../events/recorded-event.ts'
import type { EffectiveSettings } from '../settings/effective-settings.ts'
import type { Work } from '../work.ts'
import { DIGEST_LENGTH, digestLetter } from './digest-notification.ts'
import { envelopeFor, type MailContext, type ReadyMail } from './mail-context.ts'
import { idHost, messageHeaders } from './message-headers.ts'
import { written } from './notification.ts'
import { wantsNewTickets } from './recipients.ts'

interface Wanted {
  readonly desk: MailContext
  readonly settings: EffectiveSettings
  /** The one on which the digest hangs. */
  readonly event: RecordedEvent
  /** Whose id. */
  readonly recipient: string
}

/** A developer's mail with the tickets of a digest, but their own; null when they do not want it any more. */
export async function writeDigest(work: Work<Actor>, wanted: Wanted): Promise<ReadyMail | null> {
  const { desk, settings, event } = wanted
  const reader = await work.users.find(wanted.recipient)
  if (!reader || !wantsNewTickets(reader, settings) || settings.notify_developers_of_new_tickets === 'off') return null
  const digest = { entry: event.entryId, reader: reader.id }
  const count = await work.digests.count(digest)
  if (count === 0) return null
  const envelope = envelopeFor(reader, 'ticket_status', settings, desk)
  const letter = digestLetter(await work.digests.list(digest, DIGEST_LENGTH), count, settings.app_name, envelope)
  const headers = messageHeaders({
    host: idHost(settings),
    eventId: event.eventId,
    recipientId: reader.id,
    ticketId: null,
    offUrl: envelope.offUrl,
  })
  return { settings, message: { to: reader.email, ...written(letter), ...headers } }
}
