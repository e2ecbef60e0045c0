import { expect, type Page } from '@playwright/test';
import { ADMIN_SECTIONS } from '../web/src/administration/sections.ts';
import { openedBy, story } from './kwit.ts';
import { seeded } from './seeded.ts';
import { settle } from './showing.ts';

/** A window of 1280 px at 400 % zoom. */
const NARROWEST = 320;

/** Texts of which each line has room for a few letters alone. */
const letterColumns = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const crowded: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const said = text.textContent?.trim() ?? '';
      const range = document.createRange();
      range.selectNodeContents(text);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
      if (lines.length > 3 && said.length / lines.length < 4) crowded.push(said);
    }
    return crowded;
  });

story('at 320 px nothing is wider than the window, and no text a column of letters', async ({ browser, kwit }) => {
  story.setTimeout(400_000);
  const { full, done } = await seeded(kwit);
  const wide: string[] = [];
  const pages = {
    dev: [
      ...['/', '/inbox', '/tickets?awaiting=1', `/t/${full}`, '/answers', '/workload', '/insights', '/todo'],
      ...ADMIN_SECTIONS.map((section) => `/admin/${section}`),
    ],
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
      for (const text of await letterColumns(page)) wide.push(`${who} ${path}: ${text}`);
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
      return [...head.querySelectorAll('button, a')].filter(
        (control) => control.getBoundingClientRect().bottom > bottom,
      ).length;
    });
    expect(covered, path).toBe(0);
  }
});
