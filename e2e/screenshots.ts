/**
 * `npm run screenshots` draws the README's pictures from new demonstration data into docs/pictures/, with the font Inter.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromium as installed } from './chromium.ts';
import { type Service, startService } from './service.ts';

const PICTURES = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const DEMO = fileURLToPath(new URL('../bin/demo.ts', import.meta.url));
/** The limit of a picture: people fetch a README often, and git keeps each version for ever. */
const MOST_BYTES = 150_000;
const THEMES = ['light', 'dark'] as const;

interface Picture {
  name: string;
  /** Whose screen it is: the part of the e-mail address before the @. */
  who: 'tom' | 'grace';
  path: string;
  size?: { width: number; height: number };
  act?: (page: Page) => Promise<void>;
}

const open = (title: string) => async (page: Page) => {
  await page.getByRole('link', { name: title }).first().click();
  await page.getByRole('heading', { name: title }).waitFor();
};

const PICTURES_OF: Picture[] = [
  { name: 'board', who: 'tom', path: '/board', size: { width: 1600, height: 840 } },
  {
    name: 'ticket',
    who: 'tom',
    path: '/tickets?q=auditors',
    size: { width: 1280, height: 920 },
    act: async (page) => {
      await open('Export of stock levels for the auditors')(page);
      await page.getByRole('link', { name: 'Open the whole page' }).click();
      await page.getByLabel('Write a comment').waitFor();
    },
  },
  {
    name: 'closing',
    who: 'tom',
    path: '/tickets?q=Austria',
    act: async (page) => {
      await open('Invoices to Austria show the wrong VAT rate')(page);
      await page.keyboard.press('Shift+C');
      await page
        .getByLabel('Answer to the reporter')
        .fill(
          'This customer was there **twice**, and order 11003 had taken the one without the EU VAT flag. Both are one now.',
        );
      await page.locator('dialog[open] summary', { hasText: 'Solved before' }).click();
    },
  },
  {
    name: 'new',
    who: 'grace',
    path: '/new',
    act: async (page) => {
      await page.getByLabel('Title').fill('Invoices to Italy show the wrong VAT rate');
      await page.getByLabel('Description').fill('Since Monday invoices for a customer in Italy have 23 % VAT.');
      await page.locator('aside details summary').first().click();
    },
  },
  {
    name: 'insights',
    who: 'tom',
    path: '/insights?q=VAT',
    act: (page) => page.getByRole('heading', { name: 'By week' }).waitFor(),
  },
  { name: 'list', who: 'tom', path: '/tickets', act: open('Can a voucher be combined with free delivery?') },
  { name: 'phone', who: 'grace', path: '/', size: { width: 390, height: 780 } },
];

async function signIn(service: Service, email: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    return fetch(`${service.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  await post('/api/auth/request-otp', { email, lang: 'en' });
  const mails = (await (await fetch(`${service.url}/dev/mailbox`)).json()) as { to: string; text: string }[];
  const code = mails.find(({ to }) => to === email)?.text.match(/\b\d{8}\b/)?.[0];
  const { token } = (await (await post('/api/auth/verify-otp', { email, code })).json()) as { token: string };
  return token;
}

/** Encodes a picture as WebP, which is small. Playwright itself writes PNG and JPEG only. */
async function shoot(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  return Buffer.from(data, 'base64');
}

const INTER = ['latin', 'latin-ext'].map((set) =>
  readFileSync(
    new URL(`../node_modules/@fontsource-variable/inter/files/inter-${set}-wght-normal.woff2`, import.meta.url),
  ).toString('base64'),
);

/** Gives the page the font. The app takes what each desk has: machines that draw pictures have few. */
async function dress(page: Page): Promise<void> {
  await page.evaluate(async (fonts) => {
    for (const font of fonts) {
      const bytes = Uint8Array.from(atob(font), (letter) => letter.charCodeAt(0));
      document.fonts.add(await new FontFace('Inter', bytes, { weight: '100 900' }).load());
    }
    document.documentElement.style.setProperty('--sans', 'Inter, sans-serif');
  }, INTER);
}

async function settle(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.animate-late') === null);
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));
  });
}

async function draw(browser: Browser, service: Service, picture: Picture, theme: 'light' | 'dark'): Promise<void> {
  const { name, who, path, size = { width: 1280, height: 760 }, act } = picture;
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: size,
    deviceScaleFactor: 2,
    hasTouch: size.width < 500,
    locale: 'en-GB',
    timezoneId: 'Europe/Warsaw',
  });
  const token = await signIn(service, `${who}@example.com`);
  await context.addInitScript((settings) => Object.assign(localStorage, settings), {
    'kwit.token': token,
    'kwit.language': 'en',
    'kwit.theme': theme,
  });
  const page = await context.newPage();
  await page.goto(path);
  await dress(page);
  await settle(page);
  await act?.(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  // Moves the pointer away, so that nothing is drawn as under it.
  await page.mouse.move(0, 0);
  await settle(page);
  const file = `${name}${theme === 'dark' ? '-dark' : ''}.webp`;
  const picked = await shoot(page);
  writeFileSync(join(PICTURES, file), picked);
  process.stdout.write(`docs/pictures/${file}  ${Math.round(picked.length / 1000)} KB\n`);
  if (picked.length > MOST_BYTES) process.exitCode = 1;
  await context.close();
}

const folder = mkdtempSync(join(tmpdir(), 'kwit-pictures-'));
const { status } = spawnSync(process.execPath, [DEMO], { env: { ...process.env, DATA_DIR: folder }, stdio: 'ignore' });
if (status !== 0) throw new Error('The demonstration could not be filled: try npm run demo.');
const service = await startService(folder, { OTP_REQUESTS_PER_ADDRESS: '100' });
const browser = await chromium.launch(installed());
try {
  mkdirSync(PICTURES, { recursive: true });
  for (const picture of PICTURES_OF) for (const theme of THEMES) await draw(browser, service, picture, theme);
} finally {
  await browser.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
