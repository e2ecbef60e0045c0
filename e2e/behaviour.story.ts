/** How the app behaves on every screen. */
import { expect } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';

story(
  'who is signed in reads the language that they chose, on any device; others that of the device',
  async ({ browser, kwit }) => {
    const dev = await openedBy(browser, kwit, 'dev');
    await dev.goto('/board');
    await expect(dev.getByRole('heading', { name: 'Board' })).toBeVisible();
    await kwit.call('dev', 'PATCH', '/auth/me', { language: 'pl' });
    await dev.reload();
    await expect(dev.getByRole('heading', { name: 'Tablica' })).toBeVisible();
    const stranger = await (await browser.newContext({ baseURL: kwit.url, locale: 'pl-PL' })).newPage();
    await stranger.goto('/login');
    await expect(stranger.getByRole('heading', { name: 'Zaloguj się' })).toBeVisible();
  },
);

story(
  'G and a letter lead to every place, and an address without a page keeps them at hand',
  async ({ browser, kwit }) => {
    const dev = await openedBy(browser, kwit, 'dev');
    await dev.goto('/nowhere');
    await expect(dev.getByRole('heading', { name: 'There is no page' })).toBeAttached();
    const places = {
      l: '/tickets',
      m: '/my',
      b: '/board',
      t: '/todo',
      w: '/workload',
      i: '/insights',
      a: '/admin/application',
    };
    for (const [letter, place] of Object.entries({ ...places, h: '/' })) {
      await dev.keyboard.press('g');
      await dev.keyboard.press(letter);
      await expect(dev).toHaveURL(`${kwit.url}${place}`);
      await expect(dev.getByRole('heading', { level: 1 })).toBeVisible();
    }
  },
);

story('Z takes back an acceptance, and with it whom the ticket was given to', async ({ browser, kwit }) => {
  const { id } = await report(kwit, 'ada', 'Accepted by mistake');
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/tickets?q=mistake');
  await expect(dev.getByRole('link', { name: 'Accepted by mistake' })).toBeVisible();
  await dev.keyboard.press('j');
  await dev.keyboard.press('v');
  await expect(dev.getByRole('button', { name: 'Undo' })).toBeVisible();
  await dev.keyboard.press('z');
  await expect
    .poll(async () => (await kwit.call<{ status: string }>('dev', 'GET', `/tickets/${id}`)).status)
    .toBe('submitted');
  expect(await kwit.call('dev', 'GET', `/tickets/${id}`)).toMatchObject({ assignee_id: null });
});

story(
  'the sheet tells of the keys that want a ticket, which do nothing before one is chosen',
  async ({ browser, kwit }) => {
    await report(kwit, 'ada', 'The keys wait for this');
    const dev = await openedBy(browser, kwit, 'dev');
    await dev.goto('/board');
    await expect(dev.getByText('The keys wait for this')).toBeVisible();
    await dev.keyboard.press('s');
    await expect(dev.getByRole('dialog')).toHaveCount(0);
    await dev.keyboard.press('?');
    await expect(dev.getByRole('dialog').getByText('Change the status…')).toBeVisible();
    await dev.keyboard.press('Escape');
    await dev.keyboard.press('Control+k');
    await expect(dev.getByRole('option', { name: 'Board G B' })).toBeVisible();
    await expect(dev.getByRole('option', { name: 'Change the status…' })).toHaveCount(0);
    await dev.keyboard.press('Escape');
    await dev.keyboard.press('j');
    await dev.keyboard.press('s');
    await expect(dev.getByRole('option', { name: 'Blocked' })).toBeVisible();
  },
);

story(
  'on a tablet nothing is wider than the window, and a panel leaves what it was opened from readable',
  async ({ browser, kwit }) => {
    const { number } = await report(kwit, 'ada', 'A tablet is neither phone nor desk');
    const page = await openedBy(browser, kwit, 'dev', { language: 'pl', width: 820 });
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    for (const path of ['/', '/board', '/todo', '/admin/users', `/t/${number}`, '/tickets']) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      expect(await wider(), path).toBe(0);
    }
    await page.getByRole('checkbox', { name: `Zaznacz #${number}`, exact: true }).check();
    expect(await wider()).toBe(0);

    await page.setViewportSize({ width: 1024, height: 768 });
    const title = page.getByRole('link', { name: 'A tablet is neither phone nor desk' });
    await title.click();
    await expect(page.getByRole('complementary', { name: `Zgłoszenie #${number}` })).toBeVisible();
    expect(await title.evaluate((line) => line.scrollHeight <= line.clientHeight)).toBe(true);
  },
);

story(
  'a ticket that was opened from a mail leads home, one from a list back to the list',
  async ({ browser, kwit }) => {
    const { number } = await report(kwit, 'ada', 'Somebody mailed this to me');
    const dev = await openedBy(browser, kwit, 'dev');
    await dev.goto(`/t/${number}`);
    await dev.getByRole('button', { name: 'Back' }).click();
    await expect(dev).toHaveURL(`${kwit.url}/`);
    await dev.goto('/tickets?q=mailed');
    await dev.getByRole('link', { name: 'Somebody mailed this to me' }).click();
    await dev.getByRole('link', { name: 'Open the whole page' }).click();
    await expect(dev).toHaveURL(`${kwit.url}/t/${number}`);
    await dev.getByRole('button', { name: 'Back' }).click();
    await expect(dev).toHaveURL(`${kwit.url}/tickets?q=mailed&peek=${number}`);
  },
);

story(
  'the page of the interface opens without an error, under the policy of all our pages',
  async ({ browser, kwit }) => {
    const stranger = await (await browser.newContext({ baseURL: kwit.url })).newPage();
    const errors: string[] = [];
    stranger.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    stranger.on('pageerror', ({ message }) => errors.push(message));
    const answer = await stranger.goto('/api/docs');
    expect(answer?.headers()['content-security-policy']).toMatch(/^default-src 'self'; script-src 'self'; /);
    await stranger.locator('.opblock-tag').first().click({ timeout: 60_000 });
    await stranger.locator('.opblock-summary').first().click();
    await expect(stranger.getByRole('button', { name: 'Try it out' })).toBeVisible();
    expect(errors).toEqual([]);
  },
);

story(
  'without a network a page that is opened says so, stays, and comes when it is asked for again',
  async ({ browser, kwit }) => {
    const dev = await openedBy(browser, kwit, 'dev');
    await dev.goto('/tickets');
    await expect(dev.getByRole('heading', { name: 'Tickets' })).toBeVisible();
    await dev.context().setOffline(true);
    await expect(dev.getByText('You are offline.')).toBeVisible();
    await dev.keyboard.press('g');
    await dev.keyboard.press('w');
    await expect(dev.getByText('The server cannot be reached.')).toBeVisible();
    await dev.context().setOffline(false);
    await dev.getByRole('button', { name: 'Try again' }).click();
    await expect(dev.getByRole('heading', { name: 'Workload' })).toBeVisible();
  },
);
