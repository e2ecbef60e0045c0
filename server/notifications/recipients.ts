/** Who is told by mail of what somebody did to a ticket, and why: a pure decision. */
import type { EffectiveSettings } from '../settings/effective-settings.ts'
import { domainOf } from '../users/address.ts'
import type { StoredUser } from '../users/user-store.ts'
import { mayOpen } from '../visibility.ts'

/** Why somebody is told; what says most comes first. */
export const REASONS = ['closed', 'assigned', 'status', 'comment', 'created'] as const
export type Reason = (typeof REASONS)[number]

/** What people turn on and off in their profile: `email_notify_<interest>`. */
export const INTERESTS = ['ticket_status', 'developer_comment'] as const
export type Interest = (typeof INTERESTS)[number]

export const interestOf = (reason: Reason): Interest => (reason === 'comment' ? 'developer_comment' : 'ticket_status')

export interface ActEvent {
  readonly entryId: string
  readonly name: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** Everything that one request did to one ticket. */
export interface Act {
  /** The ticket as it is now. */
  readonly ticket: { readonly reporter_id: string; readonly assignee_id: string | null }
  readonly actorId: string | null
  /** In the order in which they happened. */
  readonly events: readonly ActEvent[]
  /** Whom this act gave the ticket to; null when it did not. */
  readonly newAssigneeId: string | null
}

export type Recipient = Pick<
  StoredUser,
  'id' | 'email' | 'role' | 'email_notify_ticket_status' | 'email_notify_developer_comment'
>

export type Rules = Pick<EffectiveSettings, 'allowed_domains' | 'notify_developers_of_new_tickets'>

const TELLING: ReadonlySet<string> = new Set([
  'ticket.created',
  'ticket.closed',
  'ticket.status_changed',
  'ticket.updated',
  'comment.created',
])

/** Whether an event of this name may tell anybody: what saves looking around for them. */
export const mayTell = (name: string, rules: Rules): boolean =>
  TELLING.has(name) && (name !== 'ticket.created' || rules.notify_developers_of_new_tickets === 'each')

/** Somebody is told, for this reason, when this event is delivered. */
export interface NotificationOf<R extends Recipient = Recipient> {
  readonly recipient: R
  readonly entryId: string
  readonly reason: Reason
}

/**
 * Who is told of an act: each person once at most, however many events it has, and for the reason that says most. Never
 * the one who acted, nor who may not open the ticket, has turned such mails off, or could not sign in any more because
 * their domain is not allowed.
 *
 * @param people everyone whom it may concern: reporter, assignee, and developers when the ticket is new.
 */
export function recipientsOf<R extends Recipient>(act: Act, people: readonly R[], rules: Rules): NotificationOf<R>[] {
  return people
    .filter((person) => isReached(person, act, rules))
    .flatMap((recipient) => tellingFor(recipient, act, rules))
}

/** Whether this person is told of new tickets, however the team has that done. */
export const wantsNewTickets = (person: Recipient, { allowed_domains }: Rules): boolean =>
  person.role === 'developer' &&
  person.email_notify_ticket_status === 1 &&
  allowed_domains.includes(domainOf(person.email))

/** Whether this person may be written to about this ticket at all. */
const isReached = (person: Recipient, act: Act, rules: Rules): boolean =>
  person.id !== act.actorId && mayOpen(person, act.ticket) && rules.allowed_domains.includes(domainOf(person.email))

function tellingFor<R extends Recipient>(recipient: R, act: Act, rules: Rules): NotificationOf<R>[] {
  const telling = act.events.filter(({ name }) => mayTell(name, rules))
  const tellings = telling.flatMap((event) => {
    const reason = reasonFor(recipient, event, act)
    const isWanted = reason !== null && recipient[`email_notify_${interestOf(reason)}`] === 1
    return isWanted ? [{ recipient, entryId: event.entryId, reason }] : []
  })
  return tellings.sort((a, b) => REASONS.indexOf(a.reason) - REASONS.indexOf(b.reason)).slice(0, 1)
}

function reasonFor({ id, role }: Recipient, event: ActEvent, act: Act): Reason | null {
  const isReporter = id === act.ticket.reporter_id
  const isAssignee = id === act.ticket.assignee_id
  switch (event.name) {
    case 'ticket.created':
      return role === 'developer' ? 'created' : null
    case 'ticket.closed':
      return isReporter ? 'closed' : null
    case 'ticket.status_changed':
      return isReporter ? 'status' : null
    case 'ticket.updated':
      return isAssignee && id === act.newAssigneeId ? 'assigned' : null
    case 'comment.created': {
      const isPublic = event.payload.is_internal === false
      const concerns = isReporter || (isAssignee && act.actorId === act.ticket.reporter_id)
      return isPublic && concerns ? 'comment' : null
    }
    default:
      return null
  }
}
