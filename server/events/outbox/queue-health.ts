import type { OutboxStats } from '#contract/outbox.ts';
import { QUEUE_FLAGS, type QueueFlag } from '#contract/words.ts';

type Queue = OutboxStats['queue'];
type Health = OutboxStats['health'];

/** Operators are warned from these numbers on (docs/rules/events.md#operators). */
export const THRESHOLDS: Health['thresholds'] = {
  pending: 1000,
  oldest_pending_age_seconds: 300,
  stuck_processing: 1,
  failed: 1,
};

/** Pure: what is wrong with a queue. */
export function queueHealth(queue: Queue, isWorkerRunning: boolean): Health {
  const flags: Record<QueueFlag, boolean> = {
    pending_backlog_high: queue.pending >= THRESHOLDS.pending,
    pending_age_high: queue.oldest_pending_age_seconds >= THRESHOLDS.oldest_pending_age_seconds,
    stuck_processing_high: queue.stuck_processing >= THRESHOLDS.stuck_processing,
    failed_items_high: queue.failed >= THRESHOLDS.failed,
    worker_off: !isWorkerRunning,
  };
  const warnings = QUEUE_FLAGS.filter((flag) => flags[flag]);
  return {
    status: warnings.length === 0 ? 'ok' : 'warning',
    warning_count: warnings.length,
    warnings,
    flags,
    thresholds: THRESHOLDS,
  };
}
