import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { QUEUE_FLAGS, type QueueFlag } from '#contract/words.ts';
import { queueHealth, THRESHOLDS } from './queue-health.ts';

const EMPTY = { total: 0, processing: 0, sent: 0, due_now: 0 };
const figures = fc.record({
  pending: fc.nat(THRESHOLDS.pending * 2),
  oldest_pending_age_seconds: fc.nat(THRESHOLDS.oldest_pending_age_seconds * 2),
  stuck_processing: fc.nat(2),
  failed: fc.nat(2),
});

test('a flag is true from its threshold on, and the warnings name the flags that are', () => {
  fc.assert(
    fc.property(figures, fc.boolean(), (queue, isRunning) => {
      const { flags, warnings, warning_count, status } = queueHealth({ ...EMPTY, ...queue }, isRunning);
      const expected: Record<QueueFlag, boolean> = {
        pending_backlog_high: queue.pending >= 1000,
        pending_age_high: queue.oldest_pending_age_seconds >= 300,
        stuck_processing_high: queue.stuck_processing >= 1,
        failed_items_high: queue.failed >= 1,
        worker_off: !isRunning,
      };
      assert.deepEqual(flags, expected);
      assert.deepEqual(
        warnings,
        QUEUE_FLAGS.filter((flag) => expected[flag]),
      );
      assert.deepEqual([warning_count, status], [warnings.length, warnings.length === 0 ? 'ok' : 'warning']);
    }),
  );
});
