import type { Generated } from 'kysely'
import type { Instant } from '../../clock.ts'

export interface MigrationTable {
  name: string
  applied_at: Instant
}

export interface CounterTable {
  name: string
  value: number
}

export interface SettingTable {
  name: string
  /** JSON; a secret is sealed. */
  value: string
  updated_at: Instant
  updated_by: string | null
}

export interface OutboxTable {
  /** The order of recording, from 1. */
  position: Generated<number>
  id: string
  event_id: string
  event_name: string
  aggregate_type: string
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
}

export interface IdempotencyTable {
  user_id: string
  operation: string
  key: string
  fingerprint: string
  /** JSON of the answer's body. */
  answer: string
  created_at: Instant
}
