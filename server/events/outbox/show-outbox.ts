import type { OutboxEntryDetail, OutboxStats } from '#contract/outbox.ts';
import { type Actor, Failure, type SettingsSource, type Work } from '#platform';
import { readSettings } from '#settings';
import { EventStore } from '../event-store.ts';
import { readWirePayload } from '../recorded-event.ts';
import { DeliveryStatusStore, wasNotSent } from './delivery-status-store.ts';
import { queueHealth, THRESHOLDS } from './queue-health.ts';
import { QueueStore } from './queue-store.ts';
import type { OutboxWorker } from './worker.ts';

/** @throws Failure `outbox_entry_not_found`. */
export async function showEntry(work: Work, id: string): Promise<OutboxEntryDetail> {
  const entry = await work.of(EventStore).find(id);
  if (entry === undefined) throw new Failure('outbox_entry_not_found');
  const found = await work.of(DeliveryStatusStore).ofEntry(id);
  const deliveries = found.map((one) => ({ ...one, status: wasNotSent(one) ? ('not_sent' as const) : one.status }));
  return { ...entry, payload: readWirePayload(entry), deliveries };
}

/** How many entries are in which state. */
export async function showQueue(work: Work<Actor>): Promise<OutboxStats['queue']> {
  const counts = await work.of(QueueStore).counts();
  const oldest = await work.of(QueueStore).oldestPending(work.now);
  const age = oldest === null ? 0 : Math.max(0, Date.parse(work.now) - Date.parse(oldest));
  return {
    total: counts.pending + counts.processing + counts.sent + counts.failed,
    ...counts,
    due_now: await work.of(QueueStore).due(work.now),
    oldest_pending_age_seconds: Math.floor(age / 1000),
    stuck_processing: await work.of(QueueStore).stuck(work.now),
  };
}

/** The queue, its health, and what this process has done (docs/rules/events.md#operators). */
export async function showStats(
  work: Work<Actor>,
  { runtime, config }: Pick<OutboxWorker, 'runtime' | 'config'>,
  source: SettingsSource,
): Promise<OutboxStats> {
  const queue = await showQueue(work);
  const { outbox_retention_days: retention_days } = await readSettings(work, source);
  const health = queueHealth(queue, runtime.isRunning);
  const { pending, oldest_pending_age_seconds, stuck_processing, failed } = THRESHOLDS;
  return {
    generated_at: work.now,
    queue,
    health,
    runtime: runtime.snapshot,
    config: {
      ...config,
      retention_days,
      alert_pending_threshold: pending,
      alert_oldest_pending_age_seconds: oldest_pending_age_seconds,
      alert_stuck_processing_threshold: stuck_processing,
      alert_failed_threshold: failed,
    },
  };
}
