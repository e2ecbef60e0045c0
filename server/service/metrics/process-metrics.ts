import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';
import { type Clock, SECOND, systemClock } from '#platform';
import { showGauge, showTotal } from './gauge.ts';

/** How often Node samples the event loop, in milliseconds. The delays that it reports include this. */
const RESOLUTION_MS = 20;

/**
 * Registers the resources that the process uses, and the lag of its event loop since the last scrape. The library's own
 * `collectDefaultMetrics` starts observers that nothing stops, and names the lag differently.
 *
 * @returns a function that stops sampling the event loop.
 */
export function showProcess(registry: Registry, clock: Clock): () => void {
  const startedAt = clock.now() / 1000 - process.uptime();
  const gauge = (name: string, help: string, read: () => number) => showGauge(registry, name, help, read);
  gauge('process_start_time_seconds', 'When the process started, since 1970.', () => startedAt);
  const ahead = () => (systemClock.now() - clock.now()) / SECOND;
  gauge('kwit_clock_ahead_seconds', 'How far the clock of the machine is ahead of the time of Kwit.', ahead);
  gauge('process_resident_memory_bytes', 'Memory in RAM.', () => process.memoryUsage.rss());
  gauge('nodejs_heap_size_used_bytes', 'Heap in use.', () => process.memoryUsage().heapUsed);
  gauge('nodejs_external_memory_bytes', 'Memory outside the heap: buffers.', () => process.memoryUsage().external);
  showTotal(registry, 'process_cpu_seconds_total', 'CPU time, user and system.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  });
  showTotal(registry, 'nodejs_eventloop_active_seconds_total', 'Time in which the event loop had work.', () => {
    return performance.eventLoopUtilization().active / 1000;
  });
  return showEventLoopLag(registry);
}

function showEventLoopLag(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1_000_000 - RESOLUTION_MS) / 1000 || 0;
  registry.registerMetric(
    new Gauge({
      name: 'nodejs_eventloop_lag_seconds',
      help: 'How late timers were since the last scrape; quantile 1 is the worst.',
      labelNames: ['quantile'],
      registers: [],
      collect() {
        for (const quantile of [0.5, 0.99, 1]) this.set({ quantile }, lag(delay.percentile(quantile * 100)));
        delay.reset();
      },
    }),
  );
  return () => {
    delay.disable();
  };
}
