import { Counter, Gauge, type Registry } from 'prom-client';

/** Registers a gauge, whose value `read` gives at each scrape. */
export function showGauge(registry: Registry, name: string, help: string, read: () => number): void {
  const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(read()) });
}

/** Registers a counter, whose total `read` gives at each scrape: somebody else keeps it. */
export function showTotal(registry: Registry, name: string, help: string, read: () => number): void {
  const collect = () => {
    counter.reset();
    counter.inc(read());
  };
  const counter: Counter = new Counter({ name, help, registers: [registry], collect });
}

/** For totals that a label tells apart: `read` gives one for each of its values. */
export function showTotals(
  registry: Registry,
  { name, help, label }: { name: string; help: string; label: string },
  read: () => Readonly<Record<string, number>>,
): void {
  const collect = () => {
    counter.reset();
    for (const [value, total] of Object.entries(read())) counter.inc({ [label]: value }, total);
  };
  const counter: Counter = new Counter({ name, help, labelNames: [label], registers: [registry], collect });
}

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
  const collect = async () => {
    const samples = await read();
    gauge.reset();
    // Without labels there is a zero after a reset.
    if (samples.length === 0 && labelNames.length === 0) gauge.remove();
    for (const { value, labels = {} } of samples) gauge.set(labels, value);
  };
  const gauge: Gauge = new Gauge({ name, help, labelNames, registers: [registry], collect });
}
