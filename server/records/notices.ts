import type { Instant } from '#contract/scalars.ts';
import type { NoticeReason } from '#contract/words.ts';

export interface NoticeTable {
  id: string;
  /** Whom it is for. */
  user_id: string;
  reason: NoticeReason;
  ticket_id: string;
  comment_id: string | null;
  /** The event's own id. The notice outlives the entry. */
  event_id: string;
  actor_id: string | null;
  created_at: Instant;
  read_at: Instant | null;
  /** Until when its mail waits for it to be read; null when it does not wait. */
  mail_held_until: Instant | null;
}

/** A row for each person who ever had a notice. */
export interface InboxTable {
  user_id: string;
  /** Grows with each change of the person's notices. */
  revision: number;
  changed_at: Instant;
}

export interface FollowerTable {
  ticket_id: string;
  user_id: string;
}
