/** A developer works through a list without the mouse, and the list keeps the place. */
import { expect, type Page } from '@playwright/test';
import { openedBy, report, story, tomorrow, withoutStream } from './kwit.ts';
import { settle } from './showing.ts';

const rowOf = (page: Page, number: number) => page.locator(`main [data-number="${number}"]`);
/** The row that the keys act on has a bar at its side. */
const isCurrent = (page: Page, number: number) => expect(rowOf(page, number)).toHaveClass(/inset_3px/);

story('V V V accepts three, and what comes after is the current one', async ({ browser, kwit }) => {
  const reported = [];
  for (const name of ['first', 'second', 'third', 'fourth'])
    reported.push(await report(kwit, 'ada', `The ${name} to accept`));
  const [first, second, third, fourth] = reported.map(({ number }) => number) as [number, number, number, number];
  const accepted = async () =>
    (await kwit.call<{ count: number }>('dev', 'GET', '/tickets/count?status=verified')).count;
  const before = await accepted();
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets?status=submitted&sort=number');
  await expect(rowOf(page, fourth)).toBeVisible();
  await page.keyboard.press('j');
  await isCurrent(page, fourth);
  await page.keyboard.press('v');
  await isCurrent(page, third);
  await page.keyboard.press('v');
  await isCurrent(page, second);
  await page.keyboard.press('v');
  await isCurrent(page, first);
  await expect(rowOf(page, fourth)).toHaveCount(0);
  await expect.poll(accepted).toBe(before + 3);
  // Undo brings the last one back, and it is the current one again.
  await page.keyboard.press('z');
  await isCurrent(page, second);
});

story('keys that come faster than the page is drawn accept each ticket once', async ({ browser, kwit }) => {
  const reported = [];
  for (const name of ['one', 'two', 'three']) reported.push(await report(kwit, 'ada', `Accepted fast: ${name}`));
  const last = reported.at(-1)?.number ?? 0;
  const page = await openedBy(browser, kwit, 'dev');
  const changed: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && changed.push(new URL(request.url()).pathname));
  await page.goto('/tickets?status=submitted&q=Accepted&sort=number');
  await expect(rowOf(page, last)).toBeVisible();
  await page.keyboard.press('j');
  await isCurrent(page, last);
  // A task of this urgency runs before any timer, as the next key does that has waited for the one before.
  await page.evaluate(async () => {
    const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'v', bubbles: true }));
    for (let times = 0; times < 3; times += 1) await scheduler.postTask(press, { priority: 'user-blocking' });
  });
  const count = () => kwit.call<{ count: number }>('dev', 'GET', '/tickets/count?status=verified&q=Accepted');
  await expect.poll(count).toEqual({ count: 3 });
  expect(changed.toSorted()).toEqual(reported.map(({ id }) => `/api/tickets/${id}`).toSorted());
});

story('Enter, J on the page, and Back: the list is at the ticket that was read last', async ({ browser, kwit }) => {
  const reported = [];
  for (const name of ['top', 'middle', 'bottom']) reported.push(await report(kwit, 'ada', `Read at the ${name}`));
  const [first, second, third] = reported.map(({ number }) => number) as [number, number, number];
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets?q=Read&sort=number');
  await expect(rowOf(page, third)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/t/${third}$`));
  await expect(page.getByRole('heading', { name: 'Read at the bottom' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`/t/${second}$`));
  await expect(page.getByRole('heading', { name: 'Read at the middle' })).toBeVisible();
  await page.goBack();
  await isCurrent(page, second);
  await page.keyboard.press('j');
  await isCurrent(page, first);
});

story('a day, an estimate, a category and a project are set by keys alone', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'Planned without a mouse');
  const project = await kwit.call<{ id: string }>('dev', 'POST', '/projects', {
    name: 'Without a mouse',
    color: '#0F6B62',
  });
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets?q=Planned');
  await expect(rowOf(page, number)).toBeVisible();
  await page.keyboard.press('j');
  const choose = async (key: string, text: string) => {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.type(text);
    await expect(page.getByRole('option', { name: text }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  await choose('d', 'tomorrow');
  await choose('e', '4 h');
  await choose('l', 'question');
  await choose('Shift+P', 'without');
  await expect
    .poll(() => kwit.call('dev', 'GET', `/tickets/${id}`))
    .toMatchObject({ planned_date: tomorrow(), estimated_hours: 4, category: 'question', project_id: project.id });
});

story(
  'after a click in the sidebar, Enter opens the row that J chose, not the link again',
  async ({ browser, kwit }) => {
    const { number } = await report(kwit, 'ada', 'Chosen after a click');
    const page = await openedBy(browser, kwit, 'dev');
    await page.goto('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Tickets' }).click();
    // Home shows the ticket, too.
    await expect(page.getByRole('heading', { name: 'Tickets', level: 1 })).toBeVisible();
    await expect(rowOf(page, number)).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/t/${number}$`));
  },
);

story(
  'every page begins with the skip link, and / searches wherever a page has a search',
  async ({ browser, kwit }) => {
    const page = await openedBy(browser, kwit, 'dev');
    const focused = page.locator(':focus');
    for (const path of ['/', '/tickets', '/board', '/answers', '/me', '/admin/users', '/admin/outbox']) {
      await page.goto(path);
      await settle(page);
      await page.keyboard.press('Tab');
      await expect(focused, path).toHaveText('Skip to the content');
    }
    for (const path of ['/tickets', '/board', '/answers', '/insights', '/admin/users']) {
      await page.goto(path);
      await settle(page);
      await page.keyboard.press('/');
      await expect(focused, path).toHaveAttribute('type', 'search');
      await page.keyboard.press('Escape');
      await expect(focused, path).toHaveCount(0);
    }
  },
);

story('from the palette to the own profile, and back to work by its key', async ({ browser, kwit }) => {
  const page = await openedBy(browser, kwit, 'ada');
  await page.goto('/');
  await page.getByRole('heading', { name: 'Hello, ada' }).waitFor();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('profile');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/me$/);
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await expect(page).toHaveURL(/\/my$/);
});

story('each day to plan for is there once, also where a day has 25 hours', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'Planned at night');
  const page = await openedBy(browser, kwit, 'dev');
  // In Warsaw half past midnight, on the day on which summer time ends.
  const night = new Date('2026-10-24T22:30:00Z');
  await page.clock.setFixedTime(night);
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: night.toUTCString() } });
  });
  await withoutStream(page);
  await page.goto('/tickets?q=Planned');
  await expect(rowOf(page, number)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('d');
  const days = page.getByRole('option');
  await expect(days.first()).toHaveText('today, Sunday 25 Oct');
  await expect(days.nth(1)).toHaveText('tomorrow, Monday 26 Oct');
});
