/** Prints measurements beside their limits, and fails those over them. */
import { expect, type Page } from '@playwright/test';

const FORMAT = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });

export function tell(what: string, measured: number, limit: number, unit: string): void {
  process.stdout.write(`${what.padEnd(48)}${FORMAT.format(measured).padStart(8)} of ${FORMAT.format(limit)} ${unit}\n`);
}

/** Holds a size or a count, which is the same on every machine, to its limit. */
export function holdExactly(what: string, measured: number, limit: number, unit: string): void {
  tell(what, measured, limit, unit);
  expect.soft(measured, what).toBeLessThanOrEqual(limit);
}

/**
 * The page's cumulative layout shift, without shifts right after an input of the user.
 * @param since by the clock of the page, in milliseconds after it was opened
 */
export function shiftOf(page: Page, since = 0): Promise<number> {
  return page.evaluate(async (since) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput && entry.startTime >= since) sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return sum;
  }, since);
}

/** Reports the errors that a page writes to the console, and its requests to other origins. */
export function listen(page: Page, home: string, tell: (problem: string) => void): void {
  page.on('console', (message) => {
    // The screen itself shows a refused request. This reports errors in the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      tell(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!/^(blob:|data:)/.test(request.url()) && !request.url().startsWith(home)) tell(`asks ${request.url()}`);
  });
}
