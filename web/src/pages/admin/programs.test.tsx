import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, service } from '../../testing/render.tsx';
import { Programs } from './application.tsx';

test('what agents may do, and how long tokens live, is sent as it was chosen', async () => {
  const settings = { token_max_days: null, mcp: 'read', mcp_reporters_texts: 'full' };
  const requests = service({ 'GET /settings': settings, 'PATCH /settings': { ...settings, mcp: 'write' } });
  await draw(<Programs />);
  await page.getByText('Read and write', { exact: true }).click();
  await page.getByText('Only what developers wrote', { exact: true }).click();
  await page.getByLabelText('New tokens are valid for at most (days)').fill('30');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => requests.find(({ method }) => method === 'PATCH')?.body)
    .toEqual({ mcp: 'write', mcp_reporters_texts: 'developers_only', token_max_days: 30 });
});
