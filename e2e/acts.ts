/** The acts of somebody on a screen, in the language of the page. */
import type { Page } from '@playwright/test';
import type { TextKey } from '../web/src/texts/texts.ts';
import type { Say } from './saying.ts';

export const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key);
  };

export const click =
  (...keys: TextKey[]) =>
  async (page: Page, say: Say) => {
    for (const key of keys)
      await page
        .getByRole('button', { name: say(key), exact: true })
        .first()
        .click();
  };

type Act = (page: Page, say: Say) => Promise<unknown>;

/** One after the other. */
export const inTurn =
  (...acts: Act[]): Act =>
  async (page, say) => {
    for (const act of acts) await act(page, say);
  };
