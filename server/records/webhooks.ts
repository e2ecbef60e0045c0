import type { Instant } from '#contract/scalars.ts';
import type { Flag } from './flag.ts';

export interface WebhookTable {
  id: string;
  url: string;
  /** JSON: a list of names, or of `*` alone. */
  events: string;
  description: string | null;
  is_active: Flag;
  /** Sealed. */
  secret: string;
  /** Sealed. It signs as well until `previous_until`. */
  previous_secret: string | null;
  previous_until: Instant | null;
  created_at: Instant;
  updated_at: Instant;
  last_delivery_at: Instant | null;
  /** The HTTP status of the last answer; null when there was none. */
  last_status: number | null;
  /** Since when no attempt has succeeded; null after one that did. */
  failing_since: Instant | null;
  /** When Kwit switched it off because it had failed for too long; null otherwise. */
  paused_at: Instant | null;
}
