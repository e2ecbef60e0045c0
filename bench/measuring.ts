import { readdirSync, readFileSync } from 'node:fs';

export interface Latency {
  /** Milliseconds from sending the request to the last byte of its answer: the median and the 99th percentile. */
  readonly p50: number;
  readonly p99: number;
}

/** @returns the CPU time of a process and its threads so far, in microseconds. Linux keeps it to the nanosecond. */
export function cpuOf(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1000;
}

export function percentiles(milliseconds: readonly number[]): Latency {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
