/** How many keys the daily work takes, not counting the words that are typed. */
import { expect, type Page } from '@playwright/test';
import { openedBy, report, story, tomorrow } from './kwit.ts';

/** Presses the keys one after the other, and counts them. */
async function press(page: Page, ...keys: string[]): Promise<number> {
  for (const key of keys) await page.keyboard.press(key);
  return keys.length;
}

const rowOf = (page: Page, number: number) => page.locator(`main [data-number="${number}"]`);

story('three are accepted by three keys', async ({ browser, kwit }) => {
  const reported = [];
  for (const name of ['first', 'second', 'third']) reported.push(await report(kwit, 'ada', `The ${name} to accept`));
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets?status=submitted');
  await page.getByRole('link', { name: 'The third to accept' }).waitFor();
  await page.keyboard.press('j');
  let steps = 0;
  for (const { number } of reported.toReversed()) {
    steps += await press(page, 'v');
    await expect(rowOf(page, number)).toHaveCount(0);
  }
  expect(steps).toBe(3);
  await expect(page.getByText('No ticket matches these filters.')).toBeVisible();
});

story('a ticket of the list is planned by two', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'To be planned');
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets');
  await rowOf(page, number).waitFor();
  await page.keyboard.press('j');
  let steps = await press(page, 'd');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('tomorrow');
  steps += await press(page, 'Enter');
  expect(steps).toBe(2);
  await expect.poll(() => kwit.call('dev', 'GET', `/tickets/${id}`)).toMatchObject({ planned_date: tomorrow() });
});

story('a ticket of the list gets a comment by two, and the list is back by a third', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'To be answered');
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets');
  await rowOf(page, number).waitFor();
  await page.keyboard.press('j');
  let steps = await press(page, 'm');
  await expect(page.getByLabel('Write a comment')).toBeFocused();
  await page.keyboard.type('Which tray?');
  steps += await press(page, 'Control+Enter');
  expect(steps).toBeLessThanOrEqual(3);
  const comments = async () => (await kwit.call<{ comments: object[] }>('dev', 'GET', `/tickets/${id}`)).comments;
  await expect.poll(comments).toMatchObject([{ content: 'Which tray?', is_internal: false }]);
});

story('an old answer is found by one', async ({ browser, kwit }) => {
  const { id } = await report(kwit, 'ada', 'The stapler is gone');
  const closing = { status: 'closed', closure_summary: 'It is in the marmalade cupboard.' };
  await kwit.call('dev', 'PATCH', `/tickets/${id}`, closing);
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/');
  await page.getByRole('heading', { name: 'Hello, dev' }).waitFor();
  expect(await press(page, 'Control+k')).toBe(1);
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('marmalade');
  await expect(page.getByRole('option', { name: /The stapler is gone/ })).toContainText('marmalade cupboard');
});

story('an old answer is found by its month by two clicks', async ({ browser, kwit }) => {
  const { id } = await report(kwit, 'ada', 'The blinds are stuck');
  await kwit.call('dev', 'PATCH', `/tickets/${id}`, { status: 'closed', closure_summary: 'Pull the left cord first.' });
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/');
  await page.getByRole('link', { name: 'Insights' }).click();
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format();
  const row = page.getByRole('region', { name: 'By month' }).getByRole('row', { name: month });
  await row.getByRole('link').last().click();
  await expect(page.getByRole('link', { name: 'The blinds are stuck' })).toBeVisible();
});
