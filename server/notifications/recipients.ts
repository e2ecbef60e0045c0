/** Pure: who is mailed what somebody did to a ticket, and why (docs/rules/notices.md#who-is-told). */
import type { EventName } from '../../contract/events.ts'
import { CATALOGUE } from '../events/catalogue.ts'
import type { EventOf, Internals } from '../events/recorded-event.ts'
import type { EffectiveSettings } from '../settings/effective-settings.ts'
import { domainOf } from '../users/address.ts'
import type { StoredUser } from '../users/user-store.ts'
import { mayOpen } from '../visibility.ts'

/** Why somebody is mailed, the reason that says most first. */
export const REASONS = ['closed', 'assigned', 'status', 'comment', 'created'] as const
export type Reason = (typeof REASONS)[number]

/** The two switches in a person's profile: `email_notify_<interest>`. */
export const INTERESTS = ['ticket_status', 'developer_comment'] as const
export type Interest = (typeof INTERESTS)[number]

export const interestOf = (reason: Reason): Interest => (reason === 'comment' ? 'developer_comment' : 'ticket_status')

/** One of the events of an act. */
export type ActEvent = EventOf & { readonly entryId: string; readonly internals: Internals }

/** Everything that one request did to one ticket. */
export interface Act {
  /** As it is now. */
  readonly ticket: { readonly reporter_id: string; readonly assignee_id: string | null }
  readonly actorId: string | null
  /** In the order in which they happened. */
  readonly events: readonly ActEvent[]
}

/** Somebody whom an act may concern. */
export type Candidate = Pick<
  StoredUser,
  'id' | 'email' | 'role' | 'is_active' | 'email_notify_ticket_status' | 'email_notify_developer_comment'
>

export type Rules = Pick<EffectiveSettings, 'allowed_domains' | 'notify_developers_of_new_tickets'>

/** Whether an event of this name may be mailed to anybody. When not, nobody has to be read. */
export const mayNotify = (name: EventName, rules: Rules): boolean =>
  CATALOGUE[name].notifies && (name !== 'ticket.created' || rules.notify_developers_of_new_tickets === 'each')

/** Somebody who is mailed an act, for which reason, and the event whose delivery the mail is. */
export interface Recipient<C extends Candidate = Candidate> {
  readonly person: C
  readonly event: ActEvent
  readonly reason: Reason
}

/**
 * Who is mailed an act: each person once at most, however many events the act has, for the reason that says most. Left out
 * are the actor, people who are gone, people who may not open the ticket or have turned such mails off, and people whose domain may not sign
 * in any more.
 *
 * @param candidates the reporter and the assignee; for a new ticket, the developers.
 */
export function recipientsOf<C extends Candidate>(act: Act, candidates: readonly C[], rules: Rules): Recipient<C>[] {
  return candidates
    .filter((person) => mayBeMailed(person, act, rules))
    .flatMap((person) => recipientFor(person, act, rules) ?? [])
}

/** Whether this person wants to be mailed new tickets, one by one or as a digest. */
export const wantsNewTickets = (person: Candidate, { allowed_domains }: Rules): boolean =>
  person.role === 'developer' &&
  person.is_active === 1 &&
  person.email_notify_ticket_status === 1 &&
  allowed_domains.includes(domainOf(person.email))

/** Whether this person may be mailed anything of this act. */
const mayBeMailed = (person: Candidate, act: Act, rules: Rules): boolean =>
  person.id !== act.actorId &&
  person.is_active === 1 &&
  mayOpen(person, act.ticket) &&
  rules.allowed_domains.includes(domainOf(person.email))

/** The person as a recipient of that event of an act which says most to them; undefined when none concerns them. */
function recipientFor<C extends Candidate>(person: C, act: Act, rules: Rules): Recipient<C> | undefined {
  return act.events
    .filter(({ name }) => mayNotify(name, rules))
    .flatMap((event) => {
      const reason = reasonFor(person, event, act)
      const isWanted = reason !== null && person[`email_notify_${interestOf(reason)}`] === 1
      return isWanted ? [{ person, event, reason }] : []
    })
    .sort((a, b) => REASONS.indexOf(a.reason) - REASONS.indexOf(b.reason))[0]
}

function reasonFor({ id, role }: Candidate, event: ActEvent, { ticket, actorId }: Act): Reason | null {
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

/** Whether a change gave the ticket to this person. An older version did not record the new assignee: then it is who has it now. */
function isGivenTo(id: string, { payload, internals }: Extract<ActEvent, { name: 'ticket.updated' }>): boolean {
  const { new_assignee_id = id } = internals
  return payload.changed.includes('assignee_id') && new_assignee_id === id
}
