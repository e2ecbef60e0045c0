import type { Status } from '../../contract/tickets.ts'
import type { Actor } from '../actor.ts'
import type { Delivery } from '../events/subscriber.ts'
import type { Message } from '../mail/mailer.ts'
import { type EffectiveSettings, readSettings, type SettingsSource } from '../settings/effective-settings.ts'
import type { StoredUser } from '../users/user-store.ts'
import type { Work } from '../work.ts'
import { written } from './letter.ts'
import { idHost, messageHeaders } from './message-headers.ts'
import { type ReadAct, readAct } from './read-act.ts'
import { type Envelope, type Happening, ticketLetter } from './ticket-letter.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'
import { type Interest, interestOf, type Telling, whoIsTold } from './who-is-told.ts'

/** What it takes to write to somebody. */
export interface Desk {
  readonly source: SettingsSource
  /** 32 bytes; signs the addresses that turn mails off. */
  readonly unsubscribeKey: Buffer
}

export interface ReadyMail {
  readonly settings: EffectiveSettings
  readonly message: Message
}

/** Where mails of this recipient go, as the outbox knows it. */
export const destinationName = (userId: string): string => `mail:${userId}`
export const recipientId = (destination: string): string => destination.slice('mail:'.length)

/**
 * The mail that a delivery stands for. Rights and wishes are read anew: it is null when its recipient may not or does not
 * want to be told any more.
 */
export async function writeMail(
  work: Work<Actor>,
  desk: Desk,
  { event, destination }: Delivery,
): Promise<ReadyMail | null> {
  const settings = await readSettings(work, desk.source)
  const act = await readAct(work, event.entryId)
  const telling =
    act &&
    whoIsTold(act, act.people, settings).find(
      ({ recipient, entryId }) => destinationName(recipient.id) === destination.name && entryId === event.entryId,
    )
  const happening = act && telling && (await happeningOf(work, act, telling))
  if (!happening) return null
  const { recipient, reason } = telling
  const envelope = envelopeFor(recipient, interestOf(reason), settings, desk)
  const actor = act.actorId === null ? undefined : await work.users.find(act.actorId)
  const who = actor?.name ?? settings.app_name
  const relation = recipient.id === act.ticket.reporter_id ? 'reporter' : 'assignee'
  const letter = ticketLetter({ happening, ticket: act.ticket, who, relation }, envelope)
  const threaded = {
    host: idHost(settings),
    eventId: event.eventId,
    recipientId: recipient.id,
    ticketId: event.ticketId,
    offUrl: envelope.offUrl,
  }
  return { settings, message: { to: recipient.email, ...written(letter), ...messageHeaders(threaded) } }
}

export function envelopeFor(reader: StoredUser, interest: Interest, settings: EffectiveSettings, desk: Desk): Envelope {
  const { app_url: appUrl } = settings
  const token = unsubscribeToken(desk.unsubscribeKey, { userId: reader.id, interest })
  const offUrl = appUrl === '' ? null : `${appUrl}/api/notifications/unsubscribe?token=${token}`
  return { language: reader.language, appUrl, offUrl }
}

/** null when there is nothing that this reader may see of it. */
async function happeningOf(work: Work<Actor>, act: ReadAct, { reason, entryId }: Telling): Promise<Happening | null> {
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
