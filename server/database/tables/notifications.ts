import type { Instant } from '../../clock.ts'

/** A list of new tickets that was made for developers. */
export interface DigestTable {
  /** The event on which its mails hang: the last of those that it tells of. */
  entry_id: string
  /** It tells of tickets that became known up to then. */
  until: Instant
  created_at: Instant
}

export interface DigestedTicketTable {
  entry_id: string
  ticket_id: string
}
