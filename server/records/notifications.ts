import type { Instant } from '#contract/scalars.ts';

/** A digest: one list of new tickets for developers. */
export interface DigestTable {
  /** The event whose deliveries are its mails: the last event that it lists. */
  entry_id: string;
  /** It lists tickets that became known up to then. */
  until: Instant;
  /** How long a digest of a burst was waited for; null for the digest of an hour. */
  pause_minutes: number | null;
  created_at: Instant;
}

export interface DigestedTicketTable {
  entry_id: string;
  ticket_id: string;
}
