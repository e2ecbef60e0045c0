import type { OutboxStats, QueueFlag } from '../../../contract/outbox.ts'

type Queue = OutboxStats['queue']
type Health = OutboxStats['health']

/** Operators are warned from these numbers on. */
export const THRESHOLDS = { oldest_pending_age_seconds: 300, stuck_processing: 1, failed: 1 }

const WARNINGS: Record<QueueFlag, string> = {
  worker_off: 'Nothing delivers events on this node: set OUTBOX_WORKER_ENABLED to true, or see that another node does.',
  oldest_pending_too_old: 'An event has waited for over five minutes: look at the last errors of what is pending.',
  stuck_processing: 'A worker went away in the midst of a delivery: it is taken back within a minute if a worker runs.',
  failed_entries: 'Some events were given up: mend what the last error names, then replay them.',
}

/** Pure: what is wrong with a queue, and what to do about it. */
export function queueHealth(queue: Queue, isWorkerRunning: boolean): Health {
  const flags: QueueFlag[] = []
  if (!isWorkerRunning) flags.push('worker_off')
  if ((queue.oldest_pending_age_seconds ?? 0) >= THRESHOLDS.oldest_pending_age_seconds)
    flags.push('oldest_pending_too_old')
  if (queue.stuck_processing >= THRESHOLDS.stuck_processing) flags.push('stuck_processing')
  if (queue.failed >= THRESHOLDS.failed) flags.push('failed_entries')
  return {
    status: flags.length === 0 ? 'ok' : 'warning',
    warnings: flags.map((flag) => WARNINGS[flag]),
    flags,
    thresholds: THRESHOLDS,
  }
}
