import type { Actor } from '../actor.ts'
import { type EventRow, readEvent } from '../events/recorded-event.ts'
import { readConcerned } from '../notices/concerned-people.ts'
import type { Act, ActEvent } from '../notices/concerns.ts'
import type { NamedTicket } from '../tickets/ticket.ts'
import type { StoredUser } from '../users/user-store.ts'
import type { Work } from '../work.ts'

/** An act with its ticket, without what only developers may read, and with everybody whom it may concern. */
export interface ReadAct extends Act {
  readonly ticket: NamedTicket
  readonly people: readonly StoredUser[]
}

/** More developers than any team has. */
const MAX_DEVELOPERS = 1000

/** Reads the act to which an entry belongs; null when the entry or its ticket is gone. */
export async function readAct(work: Work<Actor>, entryId: string): Promise<ReadAct | null> {
  const rows = await work.events.act(entryId)
  const [first] = rows
  const ticket = first && (await work.tickets.find(first.aggregate_id, false))
  if (!ticket) return null
  const events = rows.flatMap(actEvent)
  const isNew = events.some(({ name }) => name === 'ticket.created')
  const { people, followers } = await readConcerned(work, ticket, events)
  return { ticket, followers, actorId: first.actor_user_id, events, people: isNew ? await developers(work) : people }
}

/** Nothing for an event that this version does not know: nobody is mailed. */
function actEvent(row: EventRow): ActEvent[] {
  const { entryId, eventId, content, internals } = readEvent(row)
  return content === null ? [] : [{ entryId, eventId, internals, ...content }]
}

/**
 * Whom new tickets are told to: active developers who have signed in. Nobody has shown yet that the address of one who was
 * invited is theirs (docs/rules/people.md#invitations).
 */
export async function developers(work: Work<Actor>): Promise<StoredUser[]> {
  const all = await work.users.list({ role: 'developer', isActive: true, limit: MAX_DEVELOPERS })
  return all.filter(({ last_login }) => last_login !== null)
}

/** The mails of an act that wait for their notices to be read, by the ids of their people. */
export const heldMailsOf = (work: Work<Actor>, { ticket, events }: ReadAct) =>
  work.heldMails.ofEvents(
    ticket.id,
    events.map(({ eventId }) => eventId),
  )
