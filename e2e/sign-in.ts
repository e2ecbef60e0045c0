import { expect, type Page } from '@playwright/test';
import type { Kwit } from './kwit.ts';

/** Signs in on the page with the code that is mailed, in English, and arrives at the path. */
export async function signInByMail(page: Page, kwit: Kwit, email: string, path: string): Promise<void> {
  await page.goto(kwit.url + path);
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code')).toBeFocused();
  const code = /\b\d{8}\b/.exec((await kwit.mail.next(email, /\b\d{8}\b/)).text)?.[0] ?? '';
  await page.keyboard.type(code);
}
