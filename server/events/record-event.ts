import type { EventName } from '../../contract/events.ts'
import type { Actor } from '../actor.ts'
import { countEvent } from '../telemetry/count-event.ts'
import type { Work } from '../work.ts'

/**
 * Records what happened to a ticket, in the transaction in which it happened (docs/rules/events.md#record). The caller
 * holds the ticket, so its `seq` counts without gaps. What the statistics count is counted with it.
 */
export async function recordEvent(
  work: Work<Actor>,
  ticket: { readonly id: string; readonly number: number },
  name: EventName,
  payload: Record<string, unknown>,
): Promise<void> {
  work.hasRecorded = true
  await work.events.add({
    id: work.newId(),
    event_id: work.newId(),
    event_name: name,
    aggregate_type: 'ticket',
    aggregate_id: ticket.id,
    actor_user_id: work.actor?.id ?? null,
    correlation_id: work.correlationId,
    source: work.source,
    payload: JSON.stringify({ ticket_id: ticket.id, number: ticket.number, ...payload }),
    now: work.now,
  })
  await countEvent(work, ticket.id, name, payload)
}
