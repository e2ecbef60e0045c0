import type { Instant } from '#contract/scalars.ts';
import type { BackupOutcome } from '#contract/words.ts';

export interface MigrationTable {
  name: string;
  applied_at: Instant;
}

export interface CounterTable {
  name: string;
  value: number;
}

export interface SettingTable {
  name: string;
  /** JSON; a secret is sealed. */
  value: string;
  updated_at: Instant;
  updated_by: string | null;
}

export interface IdempotencyTable {
  user_id: string;
  operation: string;
  key: string;
  fingerprint: string;
  /** The body of the answer, as JSON. */
  answer: string;
  created_at: Instant;
}

/** A backup that was made, or is being made. */
export interface BackupTable {
  id: string;
  began_at: Instant;
  /** Until then files that are removed stay, unless it ends before. */
  held_until: Instant;
  ended_at: Instant | null;
  /** Null until it has ended. */
  outcome: BackupOutcome | null;
  /** The folder, or `-` for standard output. */
  place: string;
  database_bytes: number | null;
  files: number | null;
  file_bytes: number | null;
  /** Null for a command. */
  made_by: string | null;
}
