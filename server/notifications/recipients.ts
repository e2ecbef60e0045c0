/** Who is told by mail of what somebody did to a ticket, and why: a pure decision. */
import type { EventName } from '../../contract/events.ts'
import { CATALOGUE } from '../events/catalogue.ts'
import type { EventOf, Internals } from '../events/recorded-event.ts'
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

/** An event of an act, with what of it is known inside the service only. */
export type ActEvent = EventOf & { readonly entryId: string; readonly internals: Internals }

/** Everything that one request did to one ticket. */
export interface Act {
  /** The ticket as it is now. */
  readonly ticket: { readonly reporter_id: string; readonly assignee_id: string | null }
  readonly actorId: string | null
  /** In the order in which they happened. */
  readonly events: readonly ActEvent[]
}

export type Recipient = Pick<
  StoredUser,
  'id' | 'email' | 'role' | 'email_notify_ticket_status' | 'email_notify_developer_comment'
>

export type Rules = Pick<EffectiveSettings, 'allowed_domains' | 'notify_developers_of_new_tickets'>

/** Whether an event of this name may be mailed to anybody: saves reading who that would be. */
export const mayNotify = (name: EventName, rules: Rules): boolean =>
  CATALOGUE[name].notifies && (name !== 'ticket.created' || rules.notify_developers_of_new_tickets === 'each')

/** Somebody is mailed, for this reason, when this event is delivered. */
export interface NotificationOf<R extends Recipient = Recipient> {
  readonly recipient: R
  readonly event: ActEvent
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
    .flatMap((recipient) => notificationFor(recipient, act, rules) ?? [])
}

/** Whether this person is told of new tickets, however the team has that done. */
export const wantsNewTickets = (person: Recipient, { allowed_domains }: Rules): boolean =>
  person.role === 'developer' &&
  person.email_notify_ticket_status === 1 &&
  allowed_domains.includes(domainOf(person.email))

/** Whether this person may be written to about this ticket at all. */
const isReached = (person: Recipient, act: Act, rules: Rules): boolean =>
  person.id !== act.actorId && mayOpen(person, act.ticket) && rules.allowed_domains.includes(domainOf(person.email))

/** The one notification of an act that says most to this person; undefined when none concerns them. */
function notificationFor<R extends Recipient>(recipient: R, act: Act, rules: Rules): NotificationOf<R> | undefined {
  return act.events
    .filter(({ name }) => mayNotify(name, rules))
    .flatMap((event) => {
      const reason = reasonFor(recipient, event, act)
      const isWanted = reason !== null && recipient[`email_notify_${interestOf(reason)}`] === 1
      return isWanted ? [{ recipient, event, reason }] : []
    })
    .sort((a, b) => REASONS.indexOf(a.reason) - REASONS.indexOf(b.reason))[0]
}

function reasonFor({ id, role }: Recipient, event: ActEvent, { ticket, actorId }: Act): Reason | null {
  const isReporter = id === ticket.reporter_id
  const isAssignee = id === ticket.assignee_id
  switch (event.name) {
    case 'ticket.created':
      return role === 'developer' ? 'created' : null
    case 'ticket.closed':
      return isReporter ? 'closed' : null
    case 'ticket.status_changed':
      return isReporter ? 'status' : null
    case 'ticket.updated':
      return isAssignee && isGivenTo(id, event) ? 'assigned' : null
    case 'comment.created': {
      const concerns = isReporter || (isAssignee && actorId === ticket.reporter_id)
      return concerns && !event.payload.is_internal ? 'comment' : null
    }
    case 'task.synced':
      return null
  }
}

/** Whether a change gave the ticket to this person. An older version did not record to whom: then to whoever has it now. */
function isGivenTo(id: string, { payload, internals }: Extract<ActEvent, { name: 'ticket.updated' }>): boolean {
  const { new_assignee_id = id } = internals
  return payload.changed.includes('assignee_id') && new_assignee_id === id
}
