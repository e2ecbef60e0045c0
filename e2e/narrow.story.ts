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

story('what a ticket’s head has in two rows covers nothing', async ({ browser, kwit }) => {
  const { full } = await seeded(kwit);
  const page = await openedBy(browser, kwit, 'dev', { language: 'pl', width: NARROWEST });
  for (const path of [`/tickets?peek=${full}`, `/t/${full}`]) {
    await page.goto(path);
    await settle(page);
    const covered = await page.locator('header[data-number]').evaluate((head) => {
      const bottom = Math.round(head.getBoundingClientRect().bottom);
      return [...head.querySelectorAll('button, a')].filter((one) => one.getBoundingClientRect().bottom > bottom)
        .length;
    });
    expect(covered, path).toBe(0);
  }
});
