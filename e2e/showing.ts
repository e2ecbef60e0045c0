/** Shows a screen of the app, and waits until it is drawn. */
import { expect, type Page } from '@playwright/test';
import type { Say } from './saying.ts';
import type { Screen } from './screens.ts';
import type { Seeded } from './seeded.ts';

/** Waits until no request runs and nothing moves. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator('main')).toBeVisible();
  await expect(page.getByRole('status', { name: /^(Loading|Wczytywanie)$/ })).toHaveCount(0);
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
  });
}

/** Gives the window a width, in the light, and waits until the page has followed. */
export async function resize(page: Page, width: number): Promise<void> {
  if (page.viewportSize()?.width === width) return;
  await page.setViewportSize({ width, height: width < 500 ? 844 : 800 });
  if (page.url() === 'about:blank') return;
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light';
  });
  await settle(page);
}

/**
 * Goes to an address within the app, as a link does; by way of another, so that what was opened on the same screen is closed.
 * @returns since when it is shown, by the clock of the page; null when there is no app in the page, or something stays open.
 */
function follow(page: Page, address: string): Promise<number | null> {
  return page.evaluate(async (address) => {
    const router = Reflect.get(window, '__TSR_ROUTER__') as
      | { navigate: (to: { href: string }) => Promise<void> }
      | undefined;
    if (router === undefined) return null;
    await router.navigate({ href: '/nowhere' });
    if (document.querySelector('dialog[open], [role=menu]')) return null;
    document.documentElement.dataset.theme = 'light';
    const since = performance.now();
    await router.navigate({ href: address });
    return since;
  }, address);
}

/**
 * Shows a screen, and waits until it is drawn.
 * @param anew whether the whole app is loaded for it, and not only followed to it.
 * @returns since when it is shown, by the clock of the page.
 */
export async function show(
  page: Page,
  { path, act, loaded }: Screen,
  { seeded, say, anew }: { seeded: Seeded; say: Say; anew: boolean },
): Promise<number> {
  let since = anew || loaded ? null : await follow(page, path(seeded));
  if (since === null) {
    // An address that differs from the one before by its # alone would not be loaded.
    await page.goto('about:blank');
    await page.goto(path(seeded));
    since = 0;
  }
  await settle(page);
  if (!act) return since;
  await act.by(page, say);
  await expect(page.locator(act.open).first()).toBeVisible();
  await settle(page);
  return since;
}
