import { expect, type Page } from '@playwright/test';
import { openedBy, story } from './kwit.ts';

interface MadeToken {
  id: string;
  token: string;
}

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Whether the service knows a token. */
const works = async (url: string, token: string) =>
  (await fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status;

story('somebody makes a token, keeps it, replaces it and ends it', async ({ browser, kwit }) => {
  const page = await openedBy(browser, kwit, 'ada');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/me');
  await page.getByRole('button', { name: 'Tokens for programs' }).click();
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Nightly export');
  await page.getByRole('dialog').getByText('Read and write').click();
  await page.getByRole('button', { name: 'Create the token' }).click();

  const shown = page.getByRole('dialog', { name: 'Your token' });
  const token = await shown.getByText(/^kwit_pat_/).innerText();
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  expect(await works(kwit.url, token)).toBe(200);
  await page.reload();
  await page.getByRole('button', { name: 'Tokens for programs' }).click();
  const row = rowOf(page, 'Nightly export');
  await expect(row).toContainText(token.slice(-4));
  await expect(page.getByText(token)).toBeHidden();

  await row.getByRole('button', { name: 'Replace' }).click();
  const replacing = await shown.getByText(/^kwit_pat_/).innerText();
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  expect(replacing).not.toBe(token);
  expect(await works(kwit.url, token)).toBe(200);

  const ended = rowOf(page, replacing.slice(-4));
  await ended.getByRole('button', { name: 'Revoke' }).click();
  await expect(ended).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(ended).toBeVisible();
  expect(await works(kwit.url, replacing)).toBe(200);
  await ended.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Dismiss' }).last().click();
  await expect.poll(() => works(kwit.url, replacing)).toBe(401);
  await expect(ended).toContainText('revoked');
  await expect(ended.getByRole('button', { name: 'Revoke' })).toBeHidden();
});

story("a developer sees everybody's tokens, and ends one of somebody else", async ({ browser, kwit }) => {
  const { token } = await kwit.call<MadeToken>('ada', 'POST', '/tokens', { name: 'Of a reporter', scope: 'read' });
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/admin/tokens');
  const row = rowOf(page, 'Of a reporter');
  await expect(row).toContainText('Ada');
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Dismiss' }).last().click();
  await expect.poll(() => works(kwit.url, token)).toBe(401);
});
