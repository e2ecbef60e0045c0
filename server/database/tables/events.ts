import type { Generated } from 'kysely'
import type { EventName } from '../../../contract/events.ts'
import type { Instant } from '../../clock.ts'

export interface OutboxTable {
  /** The order of recording, from 1. */
  position: Generated<number>
  /** On PostgreSQL only: the transaction that recorded it. */
  xid: Generated<string>
  id: string
  event_id: string
  event_name: EventName
  aggregate_type: 'ticket'
  aggregate_id: string
  seq: number
  actor_user_id: string | null
  correlation_id: string
  source: string
  payload: string
  status: 'pending' | 'processing' | 'failed' | 'sent'
  attempts: number
  next_attempt_at: Instant | null
  last_error: string | null
  occurred_at: Instant
  created_at: Instant
  updated_at: Instant
  processed_at: Instant | null
  /** When its destinations were decided. */
  routed_at: Instant | null
  /** Names the worker that decides them now, until `leased_until`. */
  lease: string | null
  leased_until: Instant | null
}

/** One event on its way to one destination. */
export interface DeliveryTable {
  id: string
  entry_id: string
  /** The ticket, and the event's place among that ticket's: what keeps deliveries in order. */
  aggregate_id: string
  seq: number
  /** `mail`, or `webhook:<id>`: what shares a capacity. */
  channel: string
  /** Who exactly: `mail:<user id>`, or the channel again. In order within ticket and destination. */
  destination: string
  status: 'pending' | 'processing' | 'delivered' | 'failed'
  attempts: number
  /** When it may be claimed; null while it waits for an earlier one, or is over. */
  next_attempt_at: Instant | null
  /** Names the claim whose writes count, until `leased_until`. */
  lease: string | null
  leased_until: Instant | null
  /** How many attempts in a row ended without word: the worker did not come back. */
  lost: Generated<number>
  last_error: string | null
  /** What a webhook's receiver answered. */
  response_status: number | null
  created_at: Instant
  updated_at: Instant
  /** null until the destination has it, and for good when it was not to have it any more. */
  delivered_at: Instant | null
}
