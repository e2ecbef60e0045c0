import { expect } from '@playwright/test';
import { choose, openedBy, story } from './kwit.ts';

story('among hundreds of people anybody is found, and nobody is cut without a way on', async ({ browser, kwit }) => {
  story.setTimeout(120_000);
  const emails = Array.from({ length: 120 }, (_, index) => `colleague.number${index + 1}@example.com`);
  for (const email of emails) await kwit.call('dev', 'POST', '/users/invite', { email });
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/admin/users');
  const rows = dev.locator('main section li');
  await expect(rows).toHaveCount(100);
  const { length: all } = await kwit.call<object[]>('dev', 'GET', '/users');
  await expect(dev.getByRole('region', { name: 'People' })).toContainText(`People${all}`);
  await dev.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(120);
  await expect(dev.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await dev.getByLabel('Search by name or address').fill('NUMBER7@');
  await expect(rows).toHaveCount(1);
  await expect(rows.getByText('Never signed in')).toBeVisible();
  await choose(rows, /^Role of/, 'Developer');
  await dev.getByRole('button', { name: 'Undo' }).click();
  await expect(rows.getByRole('button', { name: /^Role of .*: Reporter$/ })).toBeVisible();
  await expect
    .poll(async () => (await kwit.call<{ role: string }[]>('dev', 'GET', '/users?q=number7@'))[0]?.role)
    .toBe('user');
});
