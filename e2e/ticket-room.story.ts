/** The page of a ticket shows its conversation on the first screen. */
import { expect, type Page } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';

const SENTENCE = 'Every second page comes out creased since the rollers were cleaned on Monday morning. ';
const LONG = SENTENCE.repeat(4).trim();

/** The tab bar of a phone covers what is below. */
const TAB_BAR = 57;

const endOf = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).evaluate((heading) => heading.getBoundingClientRect().bottom);

story('the conversation of a long report begins on the first screen', async ({ browser, kwit }) => {
  const texts = { steps_to_reproduce: LONG, expected_result: LONG, actual_result: LONG, environment: LONG };
  const { number } = await report(kwit, 'ada', 'The printer on floor 2 jams whenever somebody prints on both sides', {
    category: 'bug',
    description: LONG,
    ...texts,
  });
  for (const [width, height] of [
    [1366, 768],
    [390, 844],
  ] as const) {
    const page = await openedBy(browser, kwit, 'dev', { width });
    await page.setViewportSize({ width, height });
    await page.goto(`/t/${number}`);
    const whole = page.getByRole('button', { name: 'Show the whole report' });
    await expect(whole).toBeVisible();
    expect(await endOf(page, 'Conversation')).toBeLessThan(height - (width < 768 ? TAB_BAR : 0));
    await whole.click();
    await expect.poll(() => endOf(page, 'Conversation')).toBeGreaterThan(height);
    await page.context().close();
  }
});

story('what a ticket lacks is added from one menu, and a note is written in place', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'The printer has no name');
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto(`/t/${number}`);
  const add = page.getByRole('button', { name: 'Add to the ticket' });
  await add.click();
  await page.getByRole('menuitem', { name: 'Internal note' }).click();
  await expect(page.getByLabel('Internal note')).toBeFocused();
  await page.keyboard.type('Under warranty until May.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Internal note' })).toContainText('Under warranty until May.');
  await add.click();
  await expect(page.getByRole('menuitem', { name: 'Link' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Internal note' })).toHaveCount(0);
});
