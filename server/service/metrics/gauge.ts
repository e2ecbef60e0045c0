import { Counter, Gauge, type Registry } from 'prom-client';

/** Registers a gauge, whose value `read` gives at each scrape. */
export function showGauge(registry: Registry, name: string, help: string, read: () => number): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read());
      },
    }),
  );
}

/** Registers a counter, whose total `read` gives at each scrape: somebody else keeps it. */
export function showTotal(registry: Registry, name: string, help: string, read: () => number): void {
  registry.registerMetric(
    new Counter({
      name,
      help,
      registers: [],
      collect() {
        this.reset();
        this.inc(read());
      },
    }),
  );
}

/** The same for totals that a label tells apart: `read` gives one for each of its values. */
export function showTotals(
  registry: Registry,
  { name, help, label }: { name: string; help: string; label: string },
  read: () => Readonly<Record<string, number>>,
): void {
  registry.registerMetric(
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [],
      collect() {
        this.reset();
        for (const [value, total] of Object.entries(read())) this.inc({ [label]: value }, total);
      },
    }),
  );
}

/** A value of a gauge, with its labels. */
export interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Registers a gauge, whose values `read` finds out at each scrape. Where it finds none, the scrape has none. */
export function showSamples(
  registry: Registry,
  { name, help, labelNames = [] }: { name: string; help: string; labelNames?: string[] },
  read: () => Promise<readonly Sample[]>,
): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      labelNames,
      registers: [],
      async collect() {
        const samples = await read();
        this.reset();
        // Without labels there is a zero after a reset.
        if (samples.length === 0 && labelNames.length === 0) this.remove();
        for (const { value, labels = {} } of samples) this.set(labels, value);
      },
    }),
  );
}
