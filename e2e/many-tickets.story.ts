/** With ten thousand tickets, most of them open, the app draws only what is on the screen. */
import { expect, type Page } from '@playwright/test'
import { holdExactly } from './budget.ts'
import { openedBy, story } from './kwit.ts'

const MOST_NODES = 1500
const MOST_HEAP_MB = 90

story.use({ tickets: 10_000 })

const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

story('the list draws no more than can be seen, however far one goes', async ({ browser, kwit }) => {
  const page = await openedBy(browser, kwit, 'dev')
  await page.goto('/tickets')
  const rows = page.locator('[data-number]')
  await expect(rows.first()).toBeVisible()
  const drawn = [await nodes(page)]
  const numbers = async () => Number(await rows.last().getAttribute('data-number'))
  for (let round = 0; round < 5; round += 1) {
    const before = await numbers()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect.poll(numbers).toBeLessThan(before)
    drawn.push(await nodes(page))
  }
  holdExactly('list: drawn', Math.max(...drawn), MOST_NODES, 'nodes')
})

story('the board draws no more than can be seen, and keeps little in memory', async ({ browser, kwit }) => {
  const page = await openedBy(browser, kwit, 'dev')
  await page.goto('/board')
  const cards = page.getByRole('article')
  await expect(cards.first()).toBeVisible()
  holdExactly('board: drawn', await nodes(page), MOST_NODES, 'nodes')
  await cards.first().getByRole('link').click()
  await expect(page.getByRole('complementary', { name: /Ticket #/ })).toBeVisible()
  holdExactly('board with a ticket beside it: drawn', await nodes(page), MOST_NODES, 'nodes')
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  holdExactly('board: memory', usedSize / 1_000_000, MOST_HEAP_MB, 'MB')
})
