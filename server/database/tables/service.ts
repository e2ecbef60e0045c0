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

export interface IdempotencyTable {
  user_id: string
  operation: string
  key: string
  fingerprint: string
  /** The body of the answer, as JSON. */
  answer: string
  created_at: Instant
}
