import { Gauge, type Registry } from 'prom-client'

/** Registers a gauge, whose value `read` gives at each scrape. */
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
