/** Measures how long things take, beside limits that a slower machine stretches. */
import { type CDPSession, expect, type Page } from '@playwright/test';
import { tell } from './budget.ts';

const SLACK = 1.5;
export const ROUNDS = 3;
/** How long the loop below takes on the machine on which we set the budgets. */
const LOOP_MS = 60;

export const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export async function medianOf(measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) values.push(await measure());
  return median(values);
}

/**
 * How much slower this machine is now than the one on which we set the budgets: 1 or more. It measures here and not in the
 * page, because Chromium's versions compile the loop differently. The first rounds only warm the compiler up.
 */
export function pace(): number {
  const rounds = Array.from({ length: 9 }, () => {
    const start = performance.now();
    let sum = 0;
    for (let index = 0; index < 60_000_000; index += 1) sum = (Math.imul(sum, 31) + index) | 0;
    return sum === 1 ? 0 : performance.now() - start;
  });
  return Math.max(1, median(rounds.slice(2)) / LOOP_MS);
}

/** Holds times to their limits in milliseconds. A machine that is half as fast has twice the time. */
export const holdAt = (pace: number) => {
  process.stdout.write(`\nThis machine takes ${pace.toFixed(1)} times as long as it should.\n`);
  return (what: string, measured: number, limit: number) => {
    tell(what, Math.round(measured), limit, 'ms');
    expect.soft(measured, what).toBeLessThanOrEqual(limit * SLACK * pace);
  };
};

export async function slow(page: Page, cpu: number, line?: { bits: number; latency: number }): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  if (line) {
    const throughput = line.bits / 8;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  }
  return session;
}

/** The largest contentful paint and the total blocking time of the page until now. */
export function vitals(page: Page): Promise<{ lcp: number; tbt: number }> {
  return page.evaluate(async () => {
    const result = { lcp: 0, tbt: 0 };
    const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    observe('largest-contentful-paint', (entry) => {
      result.lcp = entry.startTime;
    });
    observe('longtask', (entry) => {
      result.tbt += Math.max(0, entry.duration - 50);
    });
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return result;
  });
}
