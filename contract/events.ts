import { Type } from 'typebox'
import { Id, Instant, nullable, oneOf } from './scalars.ts'

/** The events that Kwit records (docs/rules/events.md#record). */
export const EVENT_NAMES = [
  'ticket.created',
  'ticket.updated',
  'ticket.status_changed',
  'ticket.closed',
  'task.synced',
  'comment.created',
] as const
export type EventName = (typeof EVENT_NAMES)[number]

export const ENTRY_STATUSES = ['pending', 'processing', 'failed', 'sent'] as const

/** The fields of an outbox entry. */
export const entry = {
  id: Id,
  event_id: Id,
  event_name: oneOf(EVENT_NAMES),
  aggregate_type: oneOf(['ticket']),
  aggregate_id: Id,
  ticket_number: Type.Integer({ minimum: 1, description: 'Of the ticket that it tells of.' }),
  seq: Type.Integer({ minimum: 1, description: "Counts the ticket's events from 1." }),
  actor_user_id: nullable(Id),
  correlation_id: Type.String({ description: 'The id of the request that caused it.' }),
  source: Type.String(),
  status: oneOf(ENTRY_STATUSES),
  attempts: Type.Integer({ minimum: 0 }),
  next_attempt_at: nullable(Instant),
  last_error: nullable(Type.String()),
  occurred_at: Instant,
  created_at: Instant,
  updated_at: Instant,
  processed_at: nullable(Instant),
}
