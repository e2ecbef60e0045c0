/** Every command stands in the palette, and the sheet of keys says what works on the page. */
import { expect, type Page } from '@playwright/test';
import { OWN_ROOMS, ROOMS, type Room } from '../web/src/shell/rooms.ts';
import type { TextKey } from '../web/src/texts/texts.ts';
import { openedBy, report, story } from './kwit.ts';
import { saying } from './saying.ts';
import { seeded } from './seeded.ts';

const choose = async (page: Page, words: string) => {
  const palette = page.getByRole('combobox', { name: 'Search and commands' });
  await page.keyboard.press('Control+k');
  await expect(palette).toBeFocused();
  await page.keyboard.type(words);
  // The findings of the service come later, and before the entries that have the words within others.
  await expect(page.getByRole('option').first()).toHaveText(new RegExp(`(^.?|: )${words}`, 'i'));
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

story('the palette knows pages, people, states and languages', async ({ browser, kwit }) => {
  const page = await openedBy(browser, kwit, 'dev');
  const { id } = await kwit.call<{ id: string }>('dev', 'GET', '/auth/me');
  await page.goto('/tickets');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await choose(page, 'Administration: Outbox');
  await expect(page).toHaveURL(/\/admin\/outbox$/);
  await choose(page, 'Tickets: Blocked');
  await expect(page).toHaveURL(/\/tickets\?status=blocked$/);
  await choose(page, 'Dev');
  await expect(page).toHaveURL(new RegExp(`assignee=${id}$`));
  await choose(page, 'Language: Polski');
  await expect(page.getByRole('heading', { name: 'Zgłoszenia' })).toBeVisible();
});

story('a ticket is planned from the list by a day as one types it, in two steps', async ({ browser, kwit }) => {
  const { id } = await report(kwit, 'ada', 'Planned by a typed day');
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets?q=typed');
  await page.locator('main [data-number]').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('d');
  await expect(page.getByRole('combobox', { name: 'Which day?' })).toBeFocused();
  await page.keyboard.type('24 dec 2030');
  await page.keyboard.press('Enter');
  await expect.poll(() => kwit.call('dev', 'GET', `/tickets/${id}`)).toMatchObject({ planned_date: '2030-12-24' });
});

story('a head of the list sorts by it, and another click turns the order', async ({ browser, kwit }) => {
  const { id } = await report(kwit, 'ada', 'Sorted by its head');
  await kwit.call('ada', 'POST', `/tickets/${id}/comments`, { content: 'Somebody waits.' });
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets');
  await page.locator('main [data-number]').first().waitFor();
  await page.getByRole('button', { name: 'Priority', exact: true }).last().click();
  await expect(page).toHaveURL(/sort=priority$/);
  await page.getByRole('button', { name: 'Priority Descending' }).click();
  await expect(page).toHaveURL(/sort=priority&order=asc$/);
  await page.getByRole('button', { name: 'Unanswered' }).click();
  await expect(page).toHaveURL(/sort=awaiting_reply_since&order=asc$/);
});

story('J, Space and R work where people work: workload and answers', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'Walked over by keys');
  const { id: me } = await kwit.call<{ id: string }>('dev', 'GET', '/auth/me');
  await kwit.call('dev', 'PATCH', `/tickets/${id}`, { status: 'in_progress', assignee_id: me });
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/workload');
  const row = page.locator('main button').filter({ hasText: 'Walked over by keys' });
  await row.waitFor();
  while ((await row.getAttribute('data-current')) === null) await page.keyboard.press('j');
  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeFocused();
  await page.goto('/workload');
  await row.waitFor();
  while ((await row.getAttribute('data-current')) === null) await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(new RegExp(`peek=${number}$`));
  await kwit.call('dev', 'PATCH', `/tickets/${id}`, { status: 'closed', closure_summary: 'Press the button twice.' });
  await page.goto('/answers');
  await page.getByText('Press the button twice.').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/answers\/[0-9a-f-]+$/);
});

story('a list leaves who reported, a month, and all but a state', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'Found by its filters');
  await report(kwit, 'jan', 'Left out by filters');
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets?q=filters');
  await expect(page.locator('main [data-number]')).toHaveCount(2);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('button', { name: 'Reporter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Who reported it?' }).fill('Ada');
  await page.getByRole('option').filter({ hasText: 'Ada' }).first().click();
  await expect(page.locator('main [data-number]')).toHaveCount(1);
  await expect(page.locator(`main [data-number="${number}"]`)).toBeVisible();
  await page.getByRole('button', { name: 'Reported', exact: true }).first().click();
  await page.getByRole('menuitemradio', { name: 'Last 7 days' }).click();
  await expect(page).toHaveURL(/reported=7d/);
  await page.getByRole('button', { name: /^Reporter: Ada/ }).click();
  await page.getByRole('option', { name: 'All but these' }).click();
  await expect(page.locator('main [data-number]')).toHaveCount(1);
  await expect(page.locator(`main [data-number="${number}"]`)).toHaveCount(0);
});

story('one key selects all that match, loaded or not', async ({ browser, kwit }) => {
  for (let index = 0; index < 105; index++) await report(kwit, 'ada', `Every last matching ${index}`);
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets?q=matching');
  await page.locator('main [data-number]').first().waitFor();
  await page.keyboard.press('Control+a');
  await expect(page.getByText('105 selected')).toBeVisible();
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
  expect(await keysOn('/tickets', 'main [data-number]')).toContain('Select all');
  expect(await keysOn('/board', 'article')).toContain('Move the card right');
  const onTicket = await keysOn(`/t/${number}`, 'main h1');
  expect(onTicket).toContain('Plan a day');
  expect(onTicket).not.toContain('Select all');
});

story('the palette leads to what can be done in each room', async ({ browser, kwit }) => {
  story.setTimeout(180_000);
  await seeded(kwit);
  const page = await openedBy(browser, kwit, 'dev');
  const say = saying('en');
  for (const [name, room] of Object.entries({ ...ROOMS, ...OWN_ROOMS })) {
    const { reach } = room as Room;
    // Not there for everybody: without a folder for backups, a company account, or a browser that knows passkeys.
    if (reach === undefined || ['backup', 'try-account', 'new-passkey'].includes(reach)) continue;
    await page.goto('/inbox');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await choose(page, say(`commands.to.${name}` as TextKey));
    const arrived = () =>
      page.evaluate(
        (control) =>
          document.querySelector('dialog[open], main form :focus') !== null ||
          document.activeElement?.matches(`[data-reach~="${control}"]`),
        reach,
      );
    await expect.poll(arrived, name).toBe(true);
  }
});

story('a held mail is answered and taken in three steps', async ({ browser, kwit }) => {
  await seeded(kwit);
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/');
  await expect(page.getByRole('navigation').getByText('2 mails wait for a decision').first()).toBeAttached();
  await choose(page, 'Held mails');
  await expect(page.locator('[data-reach=held]')).toBeFocused();
  await page.keyboard.press('r');
  await expect(page.getByLabel('Answer to the sender')).toBeFocused();
  await page.keyboard.type('We have a look.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/Ticket #\d+, and the answer is sent/)).toBeVisible();
  const mail = await kwit.mail.next('jan@example.com', /We have a look/);
  expect(mail.text).toContain('We have a look.');
  await expect(page.locator('[data-reach=held]')).toBeFocused();
  await page.keyboard.press('a');
  await expect(page.getByText(/A comment on #\d+/)).toBeVisible();
  await expect(page.getByText('No mail waits for a decision')).toBeVisible();
});

story('somebody is added to a ticket by name in three steps', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'The manager should know');
  await kwit.token('jan');
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto(`/t/${number}`);
  await page.getByRole('heading', { name: 'The manager should know' }).waitFor();
  await choose(page, 'Add somebody to the ticket');
  await expect(page.locator('[data-reach=addPerson]')).toBeFocused();
  await page.keyboard.type('jan');
  await expect(page.getByRole('button', { name: /jan@example.com/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Jan reads #${number} now`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('main').getByText('added Jan')).toBeVisible();
});
