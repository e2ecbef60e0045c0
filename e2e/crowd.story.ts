/** Ten thousand tickets, most of them open: what is drawn stays small. */
import { expect, type Page } from '@playwright/test'
import { openedBy, story } from './kwit.ts'

const MOST_NODES = 1500
const MOST_HEAP = 90_000_000

story.use({ tickets: 10_000 })

const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

story('the list draws no more than can be seen, however far one goes', async ({ browser, kwit }) => {
  const page = await openedBy(browser, kwit, 'dev')
  await page.goto('/tickets')
  const rows = page.locator('[data-number]')
  await expect(rows.first()).toBeVisible()
  expect(await nodes(page)).toBeLessThanOrEqual(MOST_NODES)
  const numbers = async () => Number(await rows.last().getAttribute('data-number'))
  for (let round = 0; round < 5; round += 1) {
    const before = await numbers()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect.poll(numbers).toBeLessThan(before)
    expect(await nodes(page)).toBeLessThanOrEqual(MOST_NODES)
  }
})

story('the board draws no more than can be seen, and keeps little in memory', async ({ browser, kwit }) => {
  const page = await openedBy(browser, kwit, 'dev')
  await page.goto('/board')
  const cards = page.getByRole('article')
  await expect(cards.first()).toBeVisible()
  expect(await nodes(page)).toBeLessThanOrEqual(MOST_NODES)
  await cards.first().getByRole('link').click()
  await expect(page.getByRole('complementary', { name: /Ticket #/ })).toBeVisible()
  expect(await nodes(page)).toBeLessThanOrEqual(MOST_NODES)
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  expect(usedSize).toBeLessThanOrEqual(MOST_HEAP)
})
