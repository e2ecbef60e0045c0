import type { Category, LONG_TEXTS, Priority, Status } from '../../contract/tickets.ts';
import type { Instant } from '../clock.ts';

/** A ticket as it is stored. */
export interface StoredTicket {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly description: string;
  readonly steps_to_reproduce: string | null;
  readonly expected_result: string | null;
  readonly actual_result: string | null;
  readonly environment: string | null;
  readonly category: Category;
  readonly urgency_reporter: Priority;
  readonly priority: Priority;
  readonly status: Status;
  readonly project_id: string | null;
  readonly reporter_id: string;
  readonly assignee_id: string | null;
  readonly planned_date: string | null;
  readonly estimated_hours: number | null;
  readonly order_index: number;
  /** Missing when the ticket was read for somebody who may not see it. */
  readonly internal_note?: string | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly closed_at: Instant | null;
  /** When the reporter wrote the first public comment that no developer has answered yet. */
  readonly awaiting_reply_since: Instant | null;
  /** Counts changes of what the reader may see. */
  readonly version: number;
  /** Whether it has ever left `closed`. */
  readonly was_closed: 0 | 1;
}

/** A ticket that is held for a change: as developers read it, with the version that its reporter knows. */
export interface HeldTicket extends StoredTicket {
  readonly public_version: number;
}

/** The same with the names of its reporter, assignee and project. */
export interface NamedTicket extends StoredTicket {
  readonly project_name: string | null;
  readonly project_color: string | null;
  readonly project_icon_filename: string | null;
  readonly reporter_name: string | null;
  readonly reporter_email: string | null;
  readonly assignee_name: string | null;
  readonly assignee_email: string | null;
  /** The setting `reopen_days` as JSON; null for its default. Missing when the ticket was read for a developer. */
  readonly reopen_days?: string | null;
}

/** A ticket as rows show it: without its long texts, and with how much hangs on it that the reader may see. */
export interface NamedRow extends Omit<NamedTicket, (typeof LONG_TEXTS)[number]> {
  readonly comment_count: number;
  readonly attachment_count: number;
}

/** The fields that a PATCH may set. `ticket-change.ts` decides what follows from them. */
export type TicketFields = Pick<
  StoredTicket,
  | 'title'
  | 'description'
  | 'steps_to_reproduce'
  | 'expected_result'
  | 'actual_result'
  | 'environment'
  | 'category'
  | 'urgency_reporter'
  | 'priority'
  | 'status'
  | 'project_id'
  | 'assignee_id'
  | 'planned_date'
  | 'estimated_hours'
  | 'order_index'
  | 'internal_note'
>;

/** 4 for critical down to 1 for low: how a priority sorts. */
export const PRIORITY_RANK: Readonly<Record<Priority, number>> = { critical: 4, high: 3, normal: 2, low: 1 };

/** Texts in which an empty text means null. */
export const OPTIONAL_TEXTS = [
  'steps_to_reproduce',
  'expected_result',
  'actual_result',
  'environment',
  'internal_note',
] as const;

/** Makes empty optional texts null, so that there is one way to say "nothing". */
export function emptyTextsAsNull<W extends object>(changes: W): W {
  const empty = OPTIONAL_TEXTS.filter((name) => (changes as Record<string, unknown>)[name] === '');
  return empty.length === 0 ? changes : { ...changes, ...Object.fromEntries(empty.map((name) => [name, null])) };
}
