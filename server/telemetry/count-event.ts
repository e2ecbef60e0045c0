import type { EventName } from '../../contract/events.ts'
import type { Actor } from '../actor.ts'
import type { Work } from '../work.ts'
import { telemetryOf } from './telemetry.ts'

/**
 * Counts an event for the statistics, in the event's own transaction: a count is right as soon as the answer is out,
 * and counts each event once.
 */
export async function countEvent(
  work: Work<Actor>,
  ticketId: string,
  name: EventName,
  payload: Readonly<Record<string, unknown>>,
): Promise<void> {
  const counted = telemetryOf(name, payload, work.actor)
  if (counted !== null)
    await work.telemetry.add({ event: counted, user: work.actor?.id ?? null, ticket: ticketId, now: work.now })
  if (name === 'ticket.created') await work.firstTickets.open(String(payload.reporter_id), ticketId, work.now)
  // A new ticket has no assignee, so the first change of this field is the first assignment.
  else if (name === 'ticket.updated' && (payload.changed as string[]).includes('assignee_id'))
    await work.firstTickets.assign(ticketId, work.now)
}
