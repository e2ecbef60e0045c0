/** Which events count in the statistics: a pure decision. */
import type { EventName } from '../../contract/events.ts'
import type { TelemetryEvent } from '../../contract/statistics.ts'
import { type Actor, isDeveloper } from '../actor.ts'

/**
 * The telemetry event that an event and its actor make, or null (docs/rules/events.md#telemetry). No event makes
 * `devtodo.reorder`: the operation counts it itself, for no subscriber wants to know where a task stands in its list.
 */
export function telemetryOf(
  name: EventName,
  payload: Readonly<Record<string, unknown>>,
  actor: Actor,
): TelemetryEvent | null {
  switch (name) {
    case 'ticket.created':
    case 'ticket.closed':
      return name
    case 'ticket.status_changed':
      return isDeveloper(actor) && payload.old_status !== 'submitted' ? 'board.drag' : null
    case 'comment.created':
      return payload.is_closure_summary === true ? 'closure_summary_added' : null
    default:
      return null
  }
}
