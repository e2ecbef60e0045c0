/** Load by other programs on the machine while the bench measures. */
import { readFileSync } from 'node:fs';

/** Cores that others may use before a ratio means nothing: they take the caches and the clock of what is measured. */
export const MOST_CORES_OF_OTHERS = 0.2;
/** Linux counts CPU time in hundredths of a second. */
const MICROSECONDS = 10_000;

/** CPU that the machine has spent on anything so far, also on other virtual machines, in microseconds. */
function busy(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (
    readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  )
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * MICROSECONDS;
}

/** Measures the CPU of processes other than ours, from when it is made. */
export class Disturbance {
  readonly #own: () => number;
  readonly #since = performance.now();
  readonly #before: number;

  /** @param own the CPU of our processes so far, in microseconds. */
  constructor(own: () => number) {
    this.#own = () => own() + process.cpuUsage().user + process.cpuUsage().system;
    this.#before = busy() - this.#own();
  }

  /** @returns how many cores the others have used since, on average. */
  cores(): number {
    const spent = busy() - this.#own() - this.#before;
    return Math.max(0, spent / ((performance.now() - this.#since) * 1000));
  }
}
