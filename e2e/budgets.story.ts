/** What the app may weigh and how long things may take. Sizes and nodes hold exactly; times are medians of three with slack. */
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type CDPSession, expect, type Page } from '@playwright/test'
import { type Kwit, openedBy, report, story } from './kwit.ts'

const DIST = new URL('../web/dist/', import.meta.url)
const KB = 1000
const SLACK = 1.5
const TICKETS = 10_000
const AT_ONCE = 16

const weight = (path: string): number => gzipSync(readFileSync(new URL(path, DIST)), { level: 9 }).length

/** What a page loads of the app, in gzipped bytes. */
async function loaded(page: Page, path: string): Promise<{ js: number; css: number }> {
  const files = new Set<string>()
  page.on('response', (response) => files.add(new URL(response.url()).pathname))
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The event stream stays open, so the network never idles: it is done when nothing more has come for a while.
  let before = -1
  const still = () => {
    const same = files.size === before
    before = files.size
    return same
  }
  await expect.poll(still, { intervals: [500] }).toBe(true)
  const sum = (ending: string) =>
    [...files]
      .filter((file) => file.startsWith('/assets/') && file.endsWith(ending))
      .reduce((all, file) => all + weight(file.slice(1)), 0)
  return { js: sum('.js'), css: sum('.css') }
}

let seeding: Promise<void> | undefined

function seed(kwit: Kwit): Promise<void> {
  const statuses = ['submitted', 'verified', 'in_progress', 'waiting', 'blocked', 'closed'] as const
  let next = 0
  const work = async () => {
    while (next < TICKETS) {
      const index = next
      next += 1
      const { id } = await report(kwit, 'ada', `Ticket ${index} about something that does not work as it should`)
      const status = statuses[index % statuses.length]
      if (status && status !== 'submitted') {
        await kwit.call('dev', 'PATCH', `/tickets/${id}`, {
          status,
          ...(status === 'closed' ? { closure_summary: 'Done.' } : {}),
        })
      }
    }
  }
  seeding ??= (async () => {
    // The cast signs in before the rush.
    await kwit.call('ada', 'GET', '/auth/me')
    await kwit.call('dev', 'GET', '/auth/me')
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  })()
  return seeding
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function thrice(measure: () => Promise<number>): Promise<number> {
  return median([await measure(), await measure(), await measure()])
}

const LOOP_MS = 63

/**
 * How much slower than the machine on which the budgets were set, when idle: 1 or more. A shared or a busy machine
 * would otherwise be measured instead of the app.
 */
async function pace(page: Page): Promise<number> {
  const rounds = await page.evaluate(() =>
    Array.from({ length: 9 }, () => {
      const start = performance.now()
      let sum = 0
      for (let index = 0; index < 60_000_000; index += 1) sum = (sum * 31 + index) | 0
      return sum === 1 ? 0 : performance.now() - start
    }),
  )
  // The first two are spent on compiling.
  return Math.max(1, median(rounds.slice(2)) / LOOP_MS)
}

async function slow(page: Page, cpu: number, line?: { bits: number; latency: number }): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (line) {
    const throughput = line.bits / 8
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    })
  }
  return session
}

interface Vitals {
  lcp: number
  cls: number
  tbt: number
}

/** Largest contentful paint, layout shift and blocking time of the page as it stands. */
function vitals(page: Page): Promise<Vitals> {
  return page.evaluate(async () => {
    const result = { lcp: 0, cls: 0, tbt: 0 }
    const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
    observe('largest-contentful-paint', (entry) => {
      result.lcp = entry.startTime
    })
    observe('layout-shift', (entry) => {
      result.cls += (entry as PerformanceEntry & { value: number }).value
    })
    observe('longtask', (entry) => {
      result.tbt += Math.max(0, entry.duration - 50)
    })
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return result
  })
}

/** From just before something is done until the page shows it, in the page's own time. */
async function took(page: Page, act: () => Promise<unknown>, shown: () => Promise<unknown>): Promise<number> {
  const before = await page.evaluate(() => performance.now())
  await act()
  await shown()
  return (await page.evaluate(() => performance.now())) - before
}

story('the whole app weighs at most 300 KB, and no part of it more than 75', () => {
  const parts = readdirSync(new URL('assets/', DIST))
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => ({ name, size: weight(`assets/${name}`) }))
  expect(parts.filter(({ size }) => size > 75 * KB)).toEqual([])
  expect(parts.reduce((all, { size }) => all + size, 0)).toBeLessThanOrEqual(300 * KB)
})

story(
  'the login weighs at most 130 KB of code and 8 of style; the first page after it 170 together',
  async ({ page, browser, kwit }) => {
    const login = await loaded(page, `${kwit.url}/login`)
    expect(login.js).toBeLessThanOrEqual(130 * KB)
    expect(login.css).toBeLessThanOrEqual(8 * KB)
    const home = await loaded(await openedBy(browser, kwit, 'ada'), '/')
    expect(home.js + home.css).toBeLessThanOrEqual(170 * KB)
  },
)

story('the login is there in 1.8 s on a slow phone', async ({ browser, kwit }) => {
  const measured: Vitals[] = []
  const paces: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const page = await (await browser.newContext()).newPage()
    await slow(page, 4, { bits: 1_600_000, latency: 150 })
    await page.goto(`${kwit.url}/login`)
    // By selector: looking for a role runs a script in the page, which would be measured too.
    await page.locator('input[type=email]').waitFor()
    measured.push(await vitals(page))
    await page.context().close()
    const other = await (await browser.newContext()).newPage()
    paces.push(await pace(other))
    await other.context().close()
  }
  const slack = SLACK * median(paces)
  expect(median(measured.map(({ lcp }) => lcp))).toBeLessThanOrEqual(1800 * slack)
  expect(median(measured.map(({ tbt }) => tbt))).toBeLessThanOrEqual(100 * slack)
  expect(Math.max(...measured.map(({ cls }) => cls))).toBeLessThanOrEqual(0.02)
})

story('ten thousand tickets do not slow list and board down', async ({ browser, kwit }) => {
  story.setTimeout(240_000)
  await seed(kwit)
  const page = await openedBy(browser, kwit, 'dev')
  await page.goto('/me')
  const slack = SLACK * (await pace(page))
  const nodes = () => page.evaluate(() => document.querySelectorAll('*').length)
  const rows = page.locator('[data-number]')

  const list = { lcp: 0, cls: 0, tbt: 0 }
  list.lcp = await thrice(async () => {
    await page.goto('/tickets')
    await expect(rows.first()).toBeVisible()
    const { lcp, cls, tbt } = await vitals(page)
    list.cls = Math.max(list.cls, cls)
    list.tbt = Math.max(list.tbt, tbt)
    return lcp
  })
  expect(list.lcp).toBeLessThanOrEqual(1500 * slack)
  expect(list.cls).toBeLessThanOrEqual(0.02)
  expect(list.tbt).toBeLessThanOrEqual(200 * slack)
  expect(await nodes()).toBeLessThanOrEqual(1500)

  const cards = page.getByRole('article')
  const go = (path: string) =>
    page.evaluate((to) => document.querySelector<HTMLElement>(`nav a[href="${to}"]`)?.click(), path)
  await go('/board')
  await expect(cards.first()).toBeVisible()
  expect(await nodes()).toBeLessThanOrEqual(1500)
  const warm = await thrice(async () => {
    await go('/tickets')
    await expect(page.getByRole('heading', { level: 1, name: 'Tickets' })).toBeVisible()
    return took(
      page,
      () => go('/board'),
      () => cards.first().waitFor(),
    )
  })
  expect(warm).toBeLessThanOrEqual(150 * slack)

  const step = () =>
    took(
      page,
      () => page.keyboard.press('j'),
      () => page.locator('article a:focus').waitFor(),
    )
  expect(await thrice(step)).toBeLessThanOrEqual(80 * slack)
  const session = await slow(page, 4)
  expect(await thrice(step)).toBeLessThanOrEqual(200 * slack)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  expect(usedSize).toBeLessThanOrEqual(90 * KB * KB)
})
