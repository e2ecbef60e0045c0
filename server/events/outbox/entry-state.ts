import type { Instant } from '#platform';

export interface DeliveryState {
  readonly status: 'pending' | 'processing' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly next_attempt_at: Instant | null;
  readonly last_error: string | null;
  readonly updated_at: Instant;
}

export interface EntryState {
  readonly status: 'pending' | 'processing' | 'failed' | 'sent';
  readonly attempts: number;
  readonly nextAttemptAt: Instant | null;
  readonly lastError: string | null;
}

/**
 * Pure: the state of an entry, which follows from its deliveries (docs/rules/events.md#delivery). It is `sent` when each
 * destination has it, and `failed`, with the latest error, when a delivery was given up and none is under way.
 *
 * @param attempts how often the entry itself was claimed.
 */
export function entryState(attempts: number, deliveries: readonly DeliveryState[]): EntryState {
  const has = (status: DeliveryState['status']) => deliveries.some((one) => one.status === status);
  const lacking = deliveries.filter((one) => one.status !== 'delivered' && one.last_error !== null);
  const due = deliveries.filter((one) => one.status === 'pending' && one.next_attempt_at !== null);
  return {
    status: has('processing') ? 'processing' : has('pending') ? 'pending' : has('failed') ? 'failed' : 'sent',
    attempts: Math.max(attempts, ...deliveries.map((one) => one.attempts)),
    nextAttemptAt: due.map((one) => one.next_attempt_at).toSorted()[0] ?? null,
    lastError: lacking.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1))[0]?.last_error ?? null,
  };
}
