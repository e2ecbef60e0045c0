/** Opens Kwit's pages in a real browser and tells what they ask for, without anything in the browser's cache and with it. */
import { type Browser, chromium } from 'playwright-core';
import { chromium as installed } from '../../e2e/chromium.ts';
import type { Recorded, Recorder } from './recorder.ts';

/** A page as somebody opens it: by its address, signed in. */
export interface View {
  readonly name: string;
  readonly path: string;
  readonly token: string;
}

export interface RecordedView {
  readonly name: string;
  /** The requests of a browser that has nothing of Kwit's. */
  readonly cold: readonly Recorded[];
  /** The requests when the page is opened again. */
  readonly warm: readonly Recorded[];
}

export async function recordPages(recorder: Recorder, views: readonly View[]): Promise<RecordedView[]> {
  const browser = await chromium.launch(installed());
  try {
    const recorded: RecordedView[] = [];
    for (const view of views) recorded.push(await recordPage(browser, recorder, view));
    return recorded;
  } finally {
    await browser.close();
  }
}

async function recordPage(browser: Browser, recorder: Recorder, { name, path, token }: View): Promise<RecordedView> {
  const context = await browser.newContext({
    baseURL: recorder.url,
    locale: 'en',
    viewport: { width: 1366, height: 800 },
  });
  await context.addInitScript(`
    localStorage.setItem('kwit.token', ${JSON.stringify(token)})
    localStorage.setItem('kwit.language', 'en')
  `);
  const page = await context.newPage();
  const open = async () => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return recorder.untilQuiet();
  };
  const cold = await open();
  // As somebody comes back: not reloaded, which would ask anew for what is kept for a year.
  await page.goto('about:blank');
  await recorder.untilQuiet();
  const warm = await open();
  await context.close();
  await recorder.untilQuiet();
  return { name, cold, warm };
}
