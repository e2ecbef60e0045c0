/** The board's column of what is closed, which is narrow until somebody uses it. */
import { expect } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';

story('Closed is narrow until somebody unfolds it, by pointer or keys', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'This one is done');
  await kwit.call('dev', 'PATCH', `/tickets/${id}`, { status: 'closed', closure_summary: 'Replaced the fuse.' });
  await report(kwit, 'ada', 'This one is work');
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/board');
  const closed = dev.getByRole('region', { name: /^Closed, \d+ tickets?$/ });
  const width = async () => (await closed.boundingBox())?.width ?? 0;
  await expect(closed).toContainText('Closed');
  expect(await width()).toBeLessThan(50);
  await expect(closed.getByRole('article')).toHaveCount(0);

  const unfold = closed.getByRole('button', { name: 'Unfold the column Closed' });
  await expect(unfold).toHaveAttribute('aria-expanded', 'false');
  await unfold.press('Enter');
  await expect(closed.getByText(`#${number}`)).toBeVisible();
  const fold = closed.getByRole('button', { name: 'Fold the column Closed' });
  await expect(fold).toBeFocused();
  await dev.reload();
  await expect(closed.getByText(`#${number}`)).toBeVisible();
  await fold.press('Enter');
  await expect(unfold).toBeFocused();

  // Beyond the last card of work the arrow goes on into it.
  await dev.getByRole('link', { name: 'This one is work' }).focus();
  await expect(async () => {
    await dev.keyboard.press('ArrowRight');
    await expect(closed.getByRole('article').first().getByRole('link')).toBeFocused({ timeout: 300 });
  }).toPass();

  await fold.click();
  await dev.goto('/board?status=closed');
  await expect(closed.getByText(`#${number}`)).toBeVisible();
  await expect(fold).toBeHidden();
  await dev.goto('/board?status=closed&not=status');
  await expect(dev.getByRole('region', { name: /^Submitted/ }).getByText('This one is work')).toBeVisible();
  await expect(closed).toBeHidden();
});

story('a card that is dropped on the narrow column is asked for its answer', async ({ browser, kwit }) => {
  const first = await report(kwit, 'ada', 'Dropped on Closed');
  const second = await report(kwit, 'ada', 'Moved on by keys');
  for (const { id } of [first, second]) await kwit.call('dev', 'PATCH', `/tickets/${id}`, { status: 'blocked' });
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/board?q=closed');
  const closed = dev.getByRole('region', { name: /^Closed/ });
  const card = dev.locator(`article[data-number="${first.number}"]`);
  const [from, to] = [await card.boundingBox(), await closed.boundingBox()];
  if (!from || !to) throw new Error('The board shows no card.');
  await dev.mouse.move(from.x + 40, from.y + 12);
  await dev.mouse.down();
  await dev.mouse.move(from.x + 60, from.y + 30, { steps: 4 });
  await dev.mouse.move(to.x + 20, to.y + 200, { steps: 8 });
  await dev.mouse.up();
  const answer = dev.getByLabel('Answer to the reporter');
  await answer.fill('It was dropped.');
  await dev.getByRole('button', { name: 'Post and close' }).click();
  await expect(closed).toHaveAccessibleName('Closed, 1 ticket');
  await expect(card).toBeHidden();

  await dev.goto('/board');
  await expect(dev.getByRole('link', { name: 'Moved on by keys' })).toBeVisible();
  await dev.getByRole('link', { name: 'Moved on by keys' }).focus();
  await dev.keyboard.press('Shift+ArrowRight');
  await answer.fill('It was moved.');
  await dev.getByRole('button', { name: 'Post and close' }).click();
  await expect(dev.getByRole('link', { name: 'Moved on by keys' })).toBeHidden();
});
