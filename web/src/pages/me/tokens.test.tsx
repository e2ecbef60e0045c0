import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, service } from '../../testing/render.tsx';
import { loadTexts } from '../../texts/texts.ts';
import { OwnTokens } from './tokens.tsx';

const token = {
  id: '019a2f60-7c1e-7b3a-9d4e-0000000000aa',
  name: 'CI bot',
  prefix: 'kwit_pat_',
  last4: 'Kbdl',
  scope: 'read',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
};
const SECRET = 'kwit_pat_1fJjkkpe9PiTw9KSulA8Ghct30vZz4HpdQ5c5b9cPF11JKbdl';

const show = async (answers: Record<string, unknown>) => {
  const requests = service({ 'GET /tokens?limit=100': [token], ...answers });
  await loadTexts('tokens');
  await draw(<OwnTokens />);
  return requests;
};
const sent = (requests: Awaited<ReturnType<typeof show>>, method: string) =>
  requests.filter((request) => request.method === method);

test('a new token is made as it was asked for, and seen once', async () => {
  const requests = await show({ 'POST /tokens': { ...token, token: SECRET } });
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabelText('Name').fill('  Nightly report ');
  await page.getByText('Read and write', { exact: true }).click();
  await page.getByText('A year', { exact: true }).click();
  await page.getByRole('button', { name: 'Create the token' }).click();
  await expect.element(page.getByText(SECRET)).toBeVisible();
  expect(sent(requests, 'POST').map(({ body }) => body)).toEqual([
    { name: 'Nightly report', scope: 'write', expires_in_days: 365 },
  ]);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await expect.element(page.getByText(SECRET)).not.toBeInTheDocument();
});

test('a refusal stands at the form, which stays', async () => {
  await show({ 'POST /tokens': { refused: 429, error: 'too_many_requests' } });
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabelText('Name').fill('Nightly report');
  await page.getByRole('button', { name: 'Create the token' }).click();
  await expect.element(page.getByText('Wait a little', { exact: false })).toBeVisible();
});

test('another token takes the place of one, and is seen once', async () => {
  const requests = await show({ [`POST /tokens/${token.id}/rotate`]: { ...token, token: SECRET } });
  await page.getByRole('button', { name: 'Replace' }).click();
  await expect.element(page.getByText(SECRET)).toBeVisible();
  expect(sent(requests, 'POST')).toHaveLength(1);
});

test('a token that is revoked goes from the list, and stays when that is undone', async () => {
  const requests = await show({});
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect.element(page.getByText('CI bot', { exact: true })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('CI bot', { exact: true })).toBeVisible();
  expect(sent(requests, 'DELETE')).toEqual([]);
  // Closing the toast keeps what was done.
  await page.getByRole('button', { name: 'Revoke' }).click();
  window.dispatchEvent(new Event('pagehide'));
  await expect.poll(() => sent(requests, 'DELETE').map(({ path }) => path)).toEqual([`/tokens/${token.id}`]);
});

test('a token that has ended is listed, and nothing can be done with it', async () => {
  await show({ 'GET /tokens?limit=100': [{ ...token, revoked_at: '2026-02-01T00:00:00.000Z' }] });
  await expect.element(page.getByText('CI bot', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Revoke' })).not.toBeInTheDocument();
});
