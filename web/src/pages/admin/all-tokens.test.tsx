import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, service } from '../../testing/render.tsx';
import { loadTexts } from '../../texts/texts.ts';
import { AllTokens } from './all-tokens.tsx';

const token = (name: string) => ({
  ...{ id: name, name, user_name: 'Ada', prefix: 'kwit_pat_', last4: 'Kbdl', scope: 'read' },
  ...{ created_at: '2026-01-01T00:00:00.000Z', expires_at: null, revoked_at: null, last_used_at: null },
});

test('the tokens of everybody go on after the first page, and are counted once all of them are there', async () => {
  service({
    'GET /tokens/all?limit=100': { items: [token('Nightly report')], next: '/api/tokens/all?limit=100&cursor=c' },
    'GET /tokens/all?limit=100&cursor=c': [token('Old bot')],
  });
  await loadTexts('tokens');
  await draw(<AllTokens />);
  await expect.element(page.getByText('Nightly report')).toBeVisible();
  await expect.element(page.getByText('1', { exact: true })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.element(page.getByText('Old bot')).toBeVisible();
  await expect.element(page.getByText('2', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});
