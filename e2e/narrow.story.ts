import { expect } from '@playwright/test';
import { openedBy, story } from './kwit.ts';
import { seeded } from './seeded.ts';
import { settle } from './showing.ts';

/** A window of 1280 px at 400 % zoom. */
const NARROWEST = 320;

story('at 320 px nothing is wider than the window', async ({ browser, kwit }) => {
  const { full, done } = await seeded(kwit);
  const wide: string[] = [];
  const pages = {
    dev: ['/', '/inbox', '/tickets?awaiting=1', `/t/${full}`],
    ada: ['/', '/inbox'],
    jan: [`/t/${done}`],
  };
  for (const who of ['dev', 'ada', 'jan'] as const) {
    const page = await openedBy(browser, kwit, who, { language: 'pl', width: NARROWEST });
    for (const path of pages[who]) {
      await page.goto(path);
      await settle(page);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (over > 0) wide.push(`${who} ${path}: ${over} px`);
    }
  }
  expect(wide).toEqual([]);
});
