/** How large the app may be, compressed as the server sends it. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { holdExactly } from './budget.ts';
import { openedBy, story } from './kwit.ts';

const DIST = new URL('../web/dist/', import.meta.url);
/** The limits in KB of 1,000 bytes. */
const weight = (path: string): number => gzipSync(readFileSync(new URL(path, DIST)), { level: 9 }).length / 1000;

/** The size of what a page loads of the app until it shows this heading, in gzipped KB. */
async function loaded(page: Page, path: string, name: string | RegExp = /./): Promise<{ js: number; css: number }> {
  const files = new Set<string>();
  page.on('response', (response) => files.add(new URL(response.url()).pathname));
  await page.goto(path);
  await expect(page.getByRole('heading', { name }).first()).toBeVisible();
  // The live stream stays open, so that the network never idles: the page is loaded when nothing has come for a while.
  let before = -1;
  const still = () => {
    const same = files.size === before;
    before = files.size;
    return same;
  };
  await expect.poll(still, { intervals: [500] }).toBe(true);
  const sum = (ending: string) =>
    [...files]
      .filter((file) => file.startsWith('/assets/') && file.endsWith(ending))
      .reduce((all, file) => all + weight(file.slice(1)), 0);
  return { js: sum('.js'), css: sum('.css') };
}

story('the whole app weighs at most 405 KB, and no part of it more than 75', () => {
  const sizes = readdirSync(new URL('assets/', DIST))
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => weight(`assets/${name}`));
  holdExactly('its heaviest part', Math.max(...sizes), 75, 'KB');
  holdExactly(
    'the whole app',
    sizes.reduce((all, size) => all + size, 0),
    405,
    'KB',
  );
});

story(
  'the login weighs at most 73 KB of code and 5 of style; the first page after it 118 together',
  async ({ page, browser, kwit }) => {
    const login = await loaded(page, `${kwit.url}/login`);
    holdExactly('sign-in: code', login.js, 73, 'KB');
    holdExactly('sign-in: style', login.css, 5, 'KB');
    for (const who of ['ada', 'dev'] as const) {
      const home = await loaded(await openedBy(browser, kwit, who), '/');
      holdExactly(`the first page of ${who}`, home.js + home.css, 115, 'KB');
    }
    await kwit.call('dev', 'PATCH', '/setup/steps', { is_put_away: false });
    // A fresh Kwit has no address: that step is open.
    await kwit.call('dev', 'PATCH', '/settings', { app_url: '' });
    const fresh = await loaded(await openedBy(browser, kwit, 'dev'), '/', 'First steps');
    holdExactly('the first page of a fresh Kwit', fresh.js + fresh.css, 118, 'KB');
  },
);
