/** What is measured, printed beside its limit, and held to it. */
import { expect, type Page } from '@playwright/test'

const FORMAT = new Intl.NumberFormat('en', { maximumFractionDigits: 3 })

export function tell(what: string, measured: number, limit: number, unit: string): void {
  process.stdout.write(`${what.padEnd(48)}${FORMAT.format(measured).padStart(8)} of ${FORMAT.format(limit)} ${unit}\n`)
}

/** Sizes and counts, which are the same on every machine. */
export function holdExactly(what: string, measured: number, limit: number, unit: string): void {
  tell(what, measured, limit, unit)
  expect.soft(measured, what).toBeLessThanOrEqual(limit)
}

/** How far what a page shows has jumped since it was opened, but for what somebody's own act moved. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return sum
  })
}

/** Tells what a page writes to the console as an error, and what it asks for elsewhere. */
export function listen(page: Page, home: string, tell: (problem: string) => void): void {
  page.on('console', (message) => {
    // A refused request is the screen's to tell; what counts here is what broke in the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      tell(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (!/^(blob:|data:)/.test(request.url()) && !request.url().startsWith(home)) tell(`asks ${request.url()}`)
  })
}
