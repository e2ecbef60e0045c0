import { expect } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';

story('a developer follows a ticket of others, hears of it, and finds what they follow', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'The ibis scanner is slow');
  await report(kwit, 'ada', 'The ibis printer is fast');
  await kwit.call('ewa', 'POST', '/notices/read', { until: new Date().toISOString() });
  const ewa = await openedBy(browser, kwit, 'ewa');
  await ewa.goto(`/t/${number}`);
  const bell = ewa.getByRole('button', { name: 'Follow' });
  await expect(bell).toHaveAttribute('aria-pressed', 'false');
  await expect(bell).toBeEnabled();
  await ewa.keyboard.press('w');
  await expect(bell).toHaveAttribute('aria-pressed', 'true');
  const follows = async () => (await kwit.call<{ following: boolean }>('ewa', 'GET', `/tickets/${id}`)).following;
  // The bell shows it before the service has it.
  await expect.poll(follows).toBe(true);
  await ewa.reload();
  await expect(bell).toHaveAttribute('aria-pressed', 'true');

  await ewa.goto('/tickets?q=ibis');
  await ewa.getByRole('button', { name: 'More filters' }).click();
  await ewa.getByRole('button', { name: 'Only', exact: true }).click();
  await ewa.getByRole('menuitemcheckbox', { name: 'Followed by me' }).click();
  await expect(ewa).toHaveURL(/following=1/);
  await expect(ewa.locator('main [data-number]')).toHaveCount(1);
  await expect(ewa.locator(`main [data-number="${number}"]`)).toBeVisible();

  await kwit.call('dev', 'POST', `/tickets/${id}/comments`, { content: 'Look at its cable.' });
  await expect(ewa).toHaveTitle(/^\(1\) /);
  await ewa.goto('/inbox');
  await expect(ewa.locator('[data-notice]').first()).toContainText('News on a ticket you follow');
  await ewa.locator('[data-notice] a').first().click();
  await bell.click();
  await expect(bell).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(follows).toBe(false);

  // A reporter is told without following.
  const ada = await openedBy(browser, kwit, 'ada');
  await ada.goto(`/t/${number}`);
  await expect(ada.getByText('Look at its cable.')).toBeVisible();
  await expect(ada.getByRole('button', { name: 'Follow' })).toHaveCount(0);
});
