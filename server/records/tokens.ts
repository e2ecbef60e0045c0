import type { Instant } from '#contract/scalars.ts';
import type { TokenScope } from '#contract/words.ts';

/** A token for programs. */
export interface ApiTokenTable {
  id: string;
  user_id: string;
  name: string;
  /** SHA-256 of the token. */
  hash: string;
  last4: string;
  scope: TokenScope;
  created_at: Instant;
  /** Null when it does not end. */
  expires_at: Instant | null;
  revoked_at: Instant | null;
  /** When another one took its place; it lives on for a day. */
  rotated_at: Instant | null;
  last_used_at: Instant | null;
  /** When its owner was told that it is about to end. */
  warned_at: Instant | null;
  /** When its owner was told that somebody used it after its end. */
  used_after_end_at: Instant | null;
}
