/** Every command stands in the palette, and the sheet of keys says what works on the page. */
import { expect, type Page } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';

const choose = async (page: Page, words: string) => {
  const palette = page.getByRole('combobox', { name: 'Search and commands' });
  await page.keyboard.press('Control+k');
  await expect(palette).toBeFocused();
  await page.keyboard.type(words);
  await expect(page.getByRole('option').first()).toContainText(words, { ignoreCase: true });
  await page.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
};

story('the palette copies a link, moves a ticket to a project, and changes the theme', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'Commanded from the palette');
  const project = await kwit.call<{ id: string }>('dev', 'POST', '/projects', { name: 'Palette', color: '#0F6B62' });
  const page = await openedBy(browser, kwit, 'dev');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/tickets?q=Commanded');
  await page.locator(`main [data-number="${number}"]`).waitFor();
  await page.keyboard.press('j');
  await choose(page, 'Copy the link');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${kwit.url}/t/${number}`);
  await choose(page, 'Change the project');
  await expect(page.getByRole('option', { name: 'Palette' })).toBeVisible();
  await page.keyboard.type('Palette');
  await page.keyboard.press('Enter');
  await expect.poll(() => kwit.call('dev', 'GET', `/tickets/${id}`)).toMatchObject({ project_id: project.id });
  await choose(page, 'Theme: Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

story('all that is loaded is selected by one key, and let go by another', async ({ browser, kwit }) => {
  for (const name of ['one', 'two', 'three']) await report(kwit, 'ada', `Selected together: ${name}`);
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets?q=together');
  await expect(page.locator('main [data-number]')).toHaveCount(3);
  await page.keyboard.press('Control+a');
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 selected')).toHaveCount(0);
});

story('the sheet of keys says what works on the page that is open', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'Worked on by keys');
  const page = await openedBy(browser, kwit, 'dev');
  const keysOn = async (path: string, shown: string) => {
    await page.goto(path);
    await page.locator(shown).first().waitFor();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText('Search and commands');
    return sheet.innerText();
  };
  expect(await keysOn('/me', 'main h1')).not.toContain('Next ticket');
  expect(await keysOn('/tickets', 'main [data-number]')).toContain('Select all that are loaded');
  expect(await keysOn('/board', 'article')).toContain('Move the card right');
  const onTicket = await keysOn(`/t/${number}`, 'main h1');
  expect(onTicket).toContain('Plan a day');
  expect(onTicket).not.toContain('Select all that are loaded');
});
