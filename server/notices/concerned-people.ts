import type { Actor } from '../actor.ts'
import type { StoredUser } from '../users/user-store.ts'
import type { Work } from '../work.ts'
import type { Act, ActEvent } from './concerns.ts'

/** Those who follow a ticket, and everybody whom an act on it may concern, but for developers of a new ticket. */
export interface ReadConcerned {
  readonly followers: ReadonlySet<string>
  readonly people: readonly StoredUser[]
}

/** Reads the followers of a ticket, its reporter and assignee, and whom the events name. */
export async function readConcerned(
  work: Work<Actor>,
  ticket: Act['ticket'] & { readonly id: string },
  events: readonly Pick<ActEvent, 'internals'>[],
): Promise<ReadConcerned> {
  const followers = new Set(await work.followers.ofTicket(ticket.id))
  const mentioned = events.flatMap(({ internals }) => internals.mentioned ?? [])
  const ids = new Set([ticket.reporter_id, ticket.assignee_id, ...followers, ...mentioned].filter((id) => id !== null))
  return { followers, people: await work.users.some([...ids]) }
}
