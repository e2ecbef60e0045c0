import { Gauge, type Registry } from 'prom-client'

/** Shows a number under a name of its own; `read` is asked for it at each scrape. */
export function showGauge(registry: Registry, name: string, help: string, read: () => number): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read())
      },
    }),
  )
}
