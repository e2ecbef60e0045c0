import { expect, type Page } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';
import { signInByMail } from './sign-in.ts';

/** A page without the stream asks again after half a minute: what comes sooner came by the stream. */
const SOON = { timeout: 8_000 };

const icon = (page: Page) => page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href);
const inboxLink = (page: Page) => page.getByRole('navigation').getByRole('link', { name: /^Inbox/ });

/** Waits until the page has an open stream. */
async function listens(page: Page, path: string): Promise<void> {
  const opened = page.waitForResponse((response) => response.url().includes('/api/events/stream'));
  await page.goto(path);
  await opened;
}

story('an answer is announced in every tab at once, and opening the ticket reads it', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'Somebody answers while ada works');
  await kwit.call('ada', 'POST', '/notices/read', { until: new Date().toISOString() });
  const ada = await openedBy(browser, kwit, 'ada');
  await listens(ada, '/my');
  await expect(inboxLink(ada)).toHaveAccessibleName('Inbox');
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto(`/t/${number}`);
  await expect(dev.getByLabel('Write a comment')).toBeVisible();
  await dev.keyboard.press('m');
  await expect(dev.getByLabel('Write a comment')).toBeFocused();
  await dev.keyboard.type('Which floor is it on?');
  await dev.keyboard.press('Control+Enter');

  await expect(ada).toHaveTitle(/^\(1\) /, SOON);
  await expect(inboxLink(ada)).toHaveAccessibleName(/1 unread/);
  await expect.poll(() => icon(ada)).toMatch(/icon-unread\.svg$/);
  await ada.keyboard.press('g');
  await ada.keyboard.press('n');
  await expect(ada).toHaveURL(/\/inbox$/);
  const row = ada.locator('[data-notice]').first();
  await expect(row).toContainText('New comment');
  await expect(row).toContainText('Dev');

  await ada.keyboard.press('j');
  await ada.keyboard.press('Enter');
  await expect(ada).toHaveURL(new RegExp(`/t/${number}#comment-`));
  await expect(ada.getByText('Which floor is it on?')).toBeInViewport();
  await expect(inboxLink(ada)).toHaveAccessibleName('Inbox');
  await expect(ada).toHaveTitle(/^#/);
  await expect.poll(() => icon(ada)).toMatch(/^data:image\/svg/);

  // Comments that come while somebody looks at the ticket are read, too.
  await kwit.call('dev', 'POST', `/tickets/${id}/comments`, { content: 'And which printer?' });
  await expect(ada.getByText('And which printer?')).toBeVisible(SOON);
  await expect.poll(async () => (await kwit.call<{ unread: number }>('ada', 'GET', '/notices/count')).unread).toBe(0);
});

story('the inbox is worked through with the keyboard alone', async ({ browser, kwit }) => {
  const titles = ['First of three', 'Second of three', 'Third of three'];
  for (const title of titles) {
    const { id } = await report(kwit, 'jan', title);
    await kwit.call('ewa', 'PATCH', `/tickets/${id}`, { status: 'verified' });
  }
  const jan = await openedBy(browser, kwit, 'jan');
  await listens(jan, '/inbox');
  const rows = jan.locator('[data-notice]');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('Third of three');
  await expect(jan.getByRole('heading', { name: 'Unread' })).toBeVisible();

  await jan.keyboard.press('j');
  await jan.keyboard.press('e');
  // The next one is the current one, and what was read is below.
  await expect(rows.last()).toContainText('Third of three');
  await expect(jan.getByRole('heading', { name: 'Read', exact: true })).toBeVisible();
  await expect(jan).toHaveTitle(/^\(2\) /);
  await jan.keyboard.press('e');
  await expect(jan).toHaveTitle(/^\(1\) /);
  await jan.keyboard.press('j');
  await jan.keyboard.press('u');
  await expect(jan).toHaveTitle(/^\(2\) /);

  await jan.keyboard.press('Shift+E');
  await expect(jan.getByText('2 notices marked as read')).toBeVisible();
  await expect(jan.getByRole('heading', { name: 'Unread' })).toBeHidden();
  await expect(jan).toHaveTitle('Inbox · Kwit');
  await jan.keyboard.press('z');
  await expect(jan).toHaveTitle(/^\(2\) /);

  // Another browser of the same person hears of it.
  const phone = await openedBy(browser, kwit, 'jan', { width: 390 });
  await listens(phone, '/');
  await expect(inboxLink(phone)).toHaveAccessibleName(/2 unread/);
  await jan.keyboard.press('Shift+E');
  await expect(inboxLink(phone)).toHaveAccessibleName('Inbox', SOON);
});

story('a reply is written from the inbox in two steps, and no row moves under the hand', async ({ browser, kwit }) => {
  const { id } = await report(kwit, 'ada', 'Answered from the inbox');
  const me = await kwit.call<{ id: string }>('dev', 'GET', '/auth/me');
  await kwit.call('dev', 'PATCH', `/tickets/${id}`, { assignee_id: me.id, status: 'in_progress' });
  await kwit.call('ada', 'POST', `/tickets/${id}/comments`, { content: 'Which cable **is** it?' });
  await kwit.call('ada', 'POST', `/tickets/${id}/comments`, { content: 'The grey one?' });
  const dev = await openedBy(browser, kwit, 'dev');
  await listens(dev, '/inbox');
  const row = dev.locator('[data-notice]').filter({ hasText: 'Answered from the inbox' });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('The grey one?');
  await expect(row).toContainText('more');
  while ((await row.getAttribute('data-current')) === null) await dev.keyboard.press('j');
  await dev.keyboard.press('r');
  await expect(dev.getByLabel('Write a comment')).toBeFocused();
  const top = async () => (await row.boundingBox())?.y;
  let before: number | undefined;
  // A row that has just been read is drawn anew.
  await expect(async () => {
    before = await top();
    expect(before).toBeDefined();
  }).toPass();
  await dev.keyboard.type('The grey one.');
  await dev.keyboard.press('Control+Enter');
  await expect(dev.getByRole('complementary').getByText('The grey one.', { exact: true })).toBeVisible();
  await expect.poll(top).toBe(before);
});

story('somebody whom nothing concerns yet reads what the inbox is for', async ({ browser, kwit }) => {
  const newcomer = await (await browser.newContext()).newPage();
  await signInByMail(newcomer, kwit, 'newcomer@example.com', '/inbox');
  await expect(newcomer.getByText('Nothing has happened yet.')).toBeVisible();
  await newcomer.keyboard.press('Control+k');
  await expect(newcomer.getByRole('combobox')).toBeFocused();
  await newcomer.keyboard.type('inbox');
  await expect(newcomer.getByRole('option', { name: /Inbox/ })).toBeVisible();
});
