/** Faults in how a page looks: findings of axe, parts that are too wide, parts that jump. */
import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { shiftOf } from './budget.ts';
import { settle } from './showing.ts';

const MOST_SHIFT = 0.02;
/** Rules of axe that may find something in another theme only. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

async function tooWide(page: Page): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return wide > 0 ? [`the page is ${wide} px wider than the window`] : [];
}

/** Whether what nobody has touched jumps. */
export async function jumps(page: Page, since?: number): Promise<string[]> {
  const shifted = await shiftOf(page, since);
  return shifted > MOST_SHIFT ? [`what is shown jumps: ${shifted.toFixed(3)}`] : [];
}

/** Switches to the other theme as the app does: only colours change. */
async function darken(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await settle(page);
}

/** Faults of a page that nobody has touched, in both themes. It stays dark. */
export const problemsOf = async (page: Page): Promise<string[]> => [
  ...(await jumps(page)),
  ...(await wrongLooks(page)),
];

/** Faults of a page that somebody works on: what they open moves what is below it, on a slow machine later than one thinks. */
export async function wrongLooks(page: Page): Promise<string[]> {
  const inTheLight = [...(await tooWide(page)), ...(await violations(page))];
  await darken(page);
  const inTheDark = await violations(page, { only: RULES_OF_COLOUR });
  return [...inTheLight, ...inTheDark.map((problem) => `in the dark: ${problem}`)];
}

/** Faults besides the colours, which are those of the other language: to compare them takes the most of axe's time. */
export const wrongLooksBesideColours = async (page: Page): Promise<string[]> => [
  ...(await tooWide(page)),
  ...(await violations(page, { except: RULES_OF_COLOUR })),
];
