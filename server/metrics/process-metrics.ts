import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Clock } from '../clock.ts'
import type { Metrics, Sample } from './metrics.ts'

/** How often the event loop is looked at, in milliseconds. The figures that it gives have this in them. */
const RESOLUTION = 20

/**
 * Shows what the process uses, and how long its event loop keeps others waiting since it was last asked.
 *
 * @returns stops looking at the event loop.
 */
export function exposeProcess(metrics: Metrics, clock: Clock): () => void {
  const startedAt = clock.now() / 1000 - process.uptime()
  const gauge = (name: string, help: string, read: () => number) => metrics.expose({ name, help, type: 'gauge' }, read)
  const counter = (name: string, help: string, read: () => number) =>
    metrics.expose({ name, help, type: 'counter' }, read)
  gauge('process_start_time_seconds', 'When the process started, since 1970.', () => startedAt)
  counter('process_cpu_seconds_total', 'CPU time, user and system.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000_000
  })
  gauge('process_resident_memory_bytes', 'Memory in RAM.', () => process.memoryUsage.rss())
  gauge('nodejs_heap_size_used_bytes', 'Heap in use.', () => process.memoryUsage().heapUsed)
  gauge('nodejs_external_memory_bytes', 'Memory outside the heap: buffers.', () => process.memoryUsage().external)
  counter('nodejs_eventloop_active_seconds_total', 'Time in which the event loop had work.', () => {
    return performance.eventLoopUtilization().active / 1000
  })
  return exposeEventLoopLag(metrics)
}

function exposeEventLoopLag(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1_000_000 - RESOLUTION) / 1000 || 0
  metrics.expose(
    {
      name: 'nodejs_eventloop_lag_seconds',
      help: 'How late timers were since this was last read; quantile 1 is the worst.',
      type: 'gauge',
    },
    () => {
      const samples: Sample[] = [0.5, 0.99, 1].map((quantile) => ({
        labels: { quantile: String(quantile) },
        value: lag(delay.percentile(quantile * 100)),
      }))
      delay.reset()
      return samples
    },
  )
  return () => {
    delay.disable()
  }
}
