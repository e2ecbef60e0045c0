/** How people keep many tickets in order: links, saved views, templates and the search. */
import { expect } from '@playwright/test';
import { choose, openedBy, report, story } from './kwit.ts';

story('a ticket is linked to the one that it blocks, and both say so', async ({ browser, kwit }) => {
  const roller = await report(kwit, 'ada', 'The roller is worn');
  const printer = await report(kwit, 'jan', 'The printer creases paper');
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto(`/t/${roller.number}`);
  await dev.getByRole('button', { name: 'Add to the ticket' }).click();
  await dev.getByRole('menuitem', { name: 'Link' }).click();
  const dialog = dev.getByRole('dialog');
  await dialog.getByLabel('Ticket or address').fill(`#${printer.number}`);
  await choose(dialog, 'Kind', 'blocks');
  await dialog.getByRole('button', { name: 'Add a link' }).click();
  await expect(dialog).toBeHidden();

  const links = dev.getByRole('region', { name: 'Links' });
  await expect(links.getByText('blocks', { exact: true })).toBeVisible();
  await links.getByRole('link', { name: /The printer creases paper/ }).click();
  await expect(dev.getByRole('heading', { name: 'The printer creases paper' })).toBeVisible();
  await expect(links.getByText('blocked by')).toBeVisible();
  await links.getByRole('button', { name: `Remove the link to #${roller.number}` }).click();
  await expect(links.getByText('blocked by')).toBeHidden();
});

story('a list is narrowed, kept under a name, and opened by it', async ({ browser, kwit }) => {
  await report(kwit, 'ada', 'How do I order toner?', { category: 'question' });
  await report(kwit, 'ada', 'A second screen for Jan', { category: 'other' });
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/tickets?category=question');
  await expect(dev.getByRole('link', { name: 'How do I order toner?' })).toBeVisible();
  await expect(dev.getByRole('link', { name: 'A second screen for Jan' })).toBeHidden();
  await dev.getByRole('button', { name: 'Save view' }).click();
  await dev.getByLabel('Name').fill('Only questions');
  await dev.keyboard.press('Enter');
  await expect(dev.getByRole('button', { name: 'Remove view' })).toBeVisible();

  await dev.goto('/');
  await dev.getByRole('link', { name: 'Only questions' }).click();
  await expect(dev).toHaveURL(/\/tickets\?category=question$/);
  await expect(dev.getByRole('link', { name: 'How do I order toner?' })).toBeVisible();
  await expect(dev.getByRole('link', { name: 'A second screen for Jan' })).toBeHidden();

  const phone = await openedBy(browser, kwit, 'dev', { width: 390 });
  await phone.goto('/');
  await phone.getByRole('button', { name: 'More', exact: true }).click();
  await phone.getByRole('link', { name: 'Only questions' }).click();
  await expect(phone).toHaveURL(/\/tickets\?category=question$/);
  await expect(phone.getByRole('dialog')).toBeHidden();
});

story('a number of the start page leads to just what it counts', async ({ browser, kwit }) => {
  const late = await report(kwit, 'ada', 'This was due long ago');
  await kwit.call('dev', 'PATCH', `/tickets/${late.id}`, { planned_date: '2026-01-02' });
  await report(kwit, 'ada', 'This is due on no day');
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/');
  const overdue = dev.getByRole('region', { name: 'Overdue' });
  const count = /\d+/.exec(await overdue.innerText())?.[0] ?? '';
  await overdue.getByRole('link', { name: 'Show all' }).click();
  await expect(dev).toHaveURL(/\/tickets\?when=overdue$/);
  await expect(dev.getByRole('heading', { name: 'Tickets' })).toBeVisible();
  await expect(dev.getByRole('link', { name: 'This was due long ago' })).toBeVisible();
  await expect(dev.getByRole('link', { name: 'This is due on no day' })).toBeHidden();
  await expect(dev.locator('header h1 + span').getByText(count, { exact: true })).toBeVisible();
  await dev.getByRole('button', { name: 'Clear filters' }).click();
  await expect(dev.getByRole('link', { name: 'This is due on no day' })).toBeVisible();
});

story('a template begins a ticket, and its steps help to close it', async ({ browser, kwit }) => {
  await kwit.call('dev', 'POST', '/ticket-templates', {
    name: 'A new colleague',
    title_template: 'Accounts for',
    description_template: 'From when on, and in which team?',
    category: 'other',
    checklist_items: ['Mailbox', 'Door card'],
  });
  const ada = await openedBy(browser, kwit, 'ada');
  await ada.goto('/new');
  await ada.getByRole('button', { name: 'A new colleague' }).click();
  await expect(ada.getByLabel('Title')).toBeFocused();
  await expect(ada.getByLabel('Description')).toHaveValue('From when on, and in which team?');
  await ada.keyboard.press('End');
  await ada.keyboard.type(' Ines');
  await ada.getByRole('button', { name: 'Report it' }).click();
  await expect(ada.getByRole('heading', { name: 'Accounts for Ines' })).toBeVisible();

  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto(new URL(ada.url()).pathname);
  await expect(dev.getByRole('heading', { name: 'Accounts for Ines' })).toBeVisible();
  await dev.keyboard.press('Shift+C');
  await dev.getByLabel('Answer to the reporter').fill('All is ready.');
  await dev.getByLabel('Door card').check();
  await dev.getByRole('button', { name: 'Post and close' }).click();
  await expect(dev.getByRole('button', { name: 'Status: Closed' })).toBeVisible();
  await expect(dev.getByRole('listitem').filter({ hasText: 'Door card' }).first()).toBeVisible();
});

story('a search shows where its words are, also in a comment', async ({ browser, kwit }) => {
  const { id } = await report(kwit, 'ada', 'The scanner is slow');
  await kwit.call('ewa', 'POST', `/tickets/${id}/comments`, { content: 'It waits for the aardvark driver.' });
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/tickets?q=aardvark');
  await expect(dev.getByRole('link', { name: 'The scanner is slow' })).toBeVisible();
  await expect(dev.locator('mark')).toHaveText('aardvark');
});
