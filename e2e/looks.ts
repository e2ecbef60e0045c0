/** What is wrong with how a page looks: what axe finds, what is too wide, what jumps. */
import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { shiftOf } from './budget.ts'
import { settle } from './screens.ts'

const MOST_SHIFT = 0.02
/** What axe may find in another theme only. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

async function misplaced(page: Page): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const shifted = await shiftOf(page)
  return [
    ...(wide > 0 ? [`the page is ${wide} px wider than the window`] : []),
    ...(shifted > MOST_SHIFT ? [`what is shown jumps: ${shifted.toFixed(3)}`] : []),
  ]
}

/** Switches to the other theme as the app does: only colours change. */
async function darken(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
  await settle(page)
}

/** What is wrong with the page in both themes. It stays dark. */
export async function problemsOf(page: Page): Promise<string[]> {
  const inTheLight = [...(await misplaced(page)), ...(await violations(page))]
  await darken(page)
  const inTheDark = await violations(page, RULES_OF_COLOUR)
  return [...inTheLight, ...inTheDark.map((problem) => `in the dark: ${problem}`)]
}
