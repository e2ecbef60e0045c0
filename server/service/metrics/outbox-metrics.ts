import { Counter, type Registry } from 'prom-client';
import type { Backlog, OutboxWorker } from '#events';
import type { Runner } from '#platform';
import type { FiguresReader } from './database-metrics.ts';
import { type Sample, showGauge, showSamples } from './gauge.ts';

export interface OutboxParts {
  readonly runner: Runner;
  readonly worker: Pick<OutboxWorker, 'runtime'>;
  readonly figures: FiguresReader;
}

/** Registers what waits in the outbox and what was given up, by channel, and what this process has attempted. */
export function showOutbox(registry: Registry, { runner, worker, figures }: OutboxParts): void {
  const byChannel = (name: string, help: string, value: (backlog: Backlog) => number) =>
    showSamples(registry, { name, help, labelNames: ['channel'] }, async () =>
      ((await figures.read())?.backlog ?? []).map(
        (backlog): Sample => ({ value: value(backlog), labels: { channel: backlog.channel ?? '(none)' } }),
      ),
    );
  byChannel('kwit_outbox_waiting', 'Deliveries that are still to be made.', ({ waiting }) => waiting);
  byChannel('kwit_outbox_dead', 'Deliveries that were given up.', ({ dead }) => dead);
  byChannel('kwit_outbox_oldest_seconds', 'Age of the oldest of those that may be made now.', ({ oldest }) =>
    oldest === null ? 0 : Math.max(0, runner.clock.now() - Date.parse(oldest)) / 1000,
  );
  showSamples(
    registry,
    { name: 'kwit_webhooks_paused', help: 'Webhooks that failed for five days and are called no more.' },
    async () => {
      const found = await figures.read();
      return found === null ? [] : [{ value: found.pausedWebhooks }];
    },
  );
  showGauge(registry, 'kwit_outbox_worker_running', 'Whether this process delivers: 1 or 0.', () =>
    worker.runtime.isRunning ? 1 : 0,
  );
  countAttempts(registry, worker);
}

function countAttempts(registry: Registry, { runtime }: OutboxParts['worker']): void {
  registry.registerMetric(
    new Counter({
      name: 'kwit_outbox_attempts_total',
      help: 'Attempts of this process to deliver, by outcome.',
      labelNames: ['outcome'],
      registers: [],
      collect() {
        const { processed_total: all, retried_total: retried, dead_letter_total: dead } = runtime.snapshot;
        this.reset();
        this.inc({ outcome: 'delivered' }, all - retried - dead);
        this.inc({ outcome: 'failed' }, retried);
        this.inc({ outcome: 'given_up' }, dead);
      },
    }),
  );
}
