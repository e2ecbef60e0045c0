import type { Generated } from 'kysely';
import type { AggregateType, EntryName } from '#contract/events.ts';
import type { Instant } from '#contract/scalars.ts';

export interface OutboxTable {
  /** The order of recording, from 1. */
  position: Generated<number>;
  /** On PostgreSQL only: the transaction that recorded it. */
  xid: Generated<string>;
  id: string;
  event_id: string;
  event_name: EntryName;
  aggregate_type: AggregateType;
  /** The ticket, or the person. */
  aggregate_id: string;
  seq: number;
  actor_user_id: string | null;
  correlation_id: string;
  source: string;
  payload: string;
  status: 'pending' | 'processing' | 'failed' | 'sent';
  attempts: number;
  next_attempt_at: Instant | null;
  last_error: string | null;
  occurred_at: Instant;
  created_at: Instant;
  updated_at: Instant;
  processed_at: Instant | null;
  /** When the worker decided its destinations. */
  routed_at: Instant | null;
  /** The lease of the worker that decides them now. It ends at `leased_until`. */
  lease: string | null;
  leased_until: Instant | null;
}

/** One event on its way to one destination. */
export interface DeliveryTable {
  id: string;
  entry_id: string;
  /** The ticket or person, and the event's place among the events of that. Deliveries follow this order. */
  aggregate_id: string;
  seq: number;
  /** `mail`, or `webhook:<id>`. Deliveries of one channel share its capacity. */
  channel: string;
  /** The receiver: `mail:<user id>`, or the webhook's channel again. Deliveries of a ticket to one destination keep order. */
  destination: string;
  status: 'pending' | 'processing' | 'delivered' | 'failed';
  attempts: number;
  /** When a worker may claim it; null while it waits for an earlier one, or is over. */
  next_attempt_at: Instant | null;
  /** Before when nobody is to have it, the worker that goes first; null when it is to be had at once. */
  not_before: Instant | null;
  /** The lease of the claim whose writes count. It ends at `leased_until`. */
  lease: string | null;
  leased_until: Instant | null;
  /** How many attempts in a row had no result, because their worker ended. */
  lost: Generated<number>;
  last_error: string | null;
  /** The HTTP status of a webhook's receiver. */
  response_status: number | null;
  created_at: Instant;
  updated_at: Instant;
  /** null until the destination has it, and for good when it was not to have it any more (not sent). */
  delivered_at: Instant | null;
}
