/** How the user lays out lists and the sidebar, which the device remembers. */
import { expect, type Locator, type Page } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';

const rowOf = (page: Page, number: number) => page.locator(`main [data-number="${number}"]`);
const heightOf = async (page: Page, number: number) =>
  Math.round((await rowOf(page, number).boundingBox())?.height ?? 0);

story('rows are compact for developers, and as the user chose, also after a reload', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'The printer has columns');
  await kwit.call('dev', 'PATCH', `/tickets/${id}`, { planned_date: '2026-01-02' });
  await kwit.call('ada', 'POST', `/tickets/${id}/comments`, { content: 'Still.' });
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets');
  const row = rowOf(page, number);
  await expect(row).toContainText(/Reporter: Ada/);
  await expect(row).toContainText(/Comments: 1/);
  await expect(row).toContainText(/Unanswered:/);
  await expect(row.getByText('2 Jan').filter({ visible: true })).toHaveCount(1);
  await expect.poll(() => heightOf(page, number)).toBe(36);
  // When it was changed stands below the name of that column.
  const below = row.getByText('Last change: just now');
  const { x: place } = (await below.boundingBox()) ?? { x: 0 };
  const head = await page.getByRole('button', { name: /^Last change/ }).boundingBox();
  expect(Math.round(place)).toBe(Math.round(head?.x ?? -1));

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Reporter' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Reported', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Roomy' }).click();
  await expect(row).not.toContainText('Reporter:');
  await expect.poll(() => heightOf(page, number)).toBe(56);
  await page.reload();
  await expect(row).toContainText(/Reported: /);
  await expect(row).not.toContainText('Reporter:');
  await expect.poll(() => heightOf(page, number)).toBe(56);
  // Title and status stay together, however wide the screen is.
  await page.setViewportSize({ width: 2200, height: 900 });
  const leftOf = async (part: Locator) => (await part.boundingBox())?.x ?? 0;
  const status = row.getByText('Accepted').filter({ visible: true });
  await expect.poll(async () => (await leftOf(row.getByRole('link'))) - (await leftOf(status))).toBeLessThan(160);
});

story('columns leave room for titles, and show as far as there is more', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'The printer on the second floor jams every morning');
  await kwit.call('dev', 'PATCH', `/tickets/${id}`, { planned_date: '2026-01-02' });
  await kwit.call('ada', 'POST', `/tickets/${id}/comments`, { content: 'Still.' });
  const page = await openedBy(browser, kwit, 'dev', { width: 1280 });
  const columns = ['reporter', 'comments', 'files', 'age', 'changed', 'waiting', 'due', 'planned'];
  await page.addInitScript((text) => localStorage.setItem('kwit.rows', text), JSON.stringify({ columns }));
  await page.goto('/tickets');
  await expect(rowOf(page, number).getByText('2 Jan').filter({ visible: true })).toHaveCount(1);
  const title = async () => (await rowOf(page, number).getByRole('link').boundingBox())?.width ?? 0;
  const reported = page.getByRole('button', { name: 'Reported', exact: true });
  await expect(reported).toBeHidden();
  expect(await title()).toBeGreaterThan(150);
  await page.setViewportSize({ width: 1600, height: 800 });
  await expect(reported).toBeVisible();
  expect(await title()).toBeGreaterThan(150);
});

story('the sidebar folds by its key, and by itself where room is scarce', async ({ browser, kwit }) => {
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets');
  const sidebar = page.locator('aside').first();
  const width = async () => (await sidebar.boundingBox())?.width ?? 0;
  await expect(sidebar.getByRole('link', { name: 'Board' })).toBeVisible();
  expect(await width()).toBeGreaterThan(200);
  await page.keyboard.press('[');
  await expect.poll(width).toBeLessThan(70);
  await sidebar.getByRole('link', { name: 'Board' }).click();
  await expect(page).toHaveURL(/\/board$/);
  await page.reload();
  await expect.poll(width).toBeLessThan(70);
  await page.getByRole('button', { name: 'Unfold the sidebar' }).click();
  await expect.poll(width).toBeGreaterThan(200);

  const tablet = await openedBy(browser, kwit, 'dev', { width: 768 });
  await tablet.goto('/tickets');
  const folded = tablet.locator('aside').first();
  await expect.poll(async () => (await folded.boundingBox())?.width ?? 768).toBeLessThan(768 * 0.1);
  const over = await tablet.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over).toBe(0);
});

story('the filters are one row, and nothing moves when some are set', async ({ browser, kwit }) => {
  await kwit.call('dev', 'POST', '/projects', { name: 'A project to filter by' });
  for (const language of ['en', 'pl'] as const) {
    const page = await openedBy(browser, kwit, 'dev', { width: 1366, language });
    for (const path of ['/tickets', '/board']) {
      const places = async (search: string) => {
        await page.goto(path + search);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(page.locator('[data-filters] button:visible').first()).toBeVisible();
        return page.locator('[data-filters] button').evaluateAll((buttons) =>
          buttons.map((button) => {
            const { x, y, width } = button.getBoundingClientRect();
            return [x, y, width].map(Math.round);
          }),
        );
      };
      const before = await places('');
      expect(new Set(before.filter(([, , width]) => width).map(([, y]) => y)).size).toBe(1);
      expect(await places('?status=submitted,verified&assignee=none&reported=30d')).toEqual(before);
    }
  }
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets?reported=30d');
  const more = page.getByRole('button', { name: 'More filters: Reported' });
  await more.click();
  await page.getByRole('button', { name: 'Category' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Question' }).click();
  await expect(page).toHaveURL(/category=question/);
  // One Escape closes the menu, the next one the filters.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: 'More filters' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More filters: Category, Reported' })).toBeFocused();
});

story('a menu goes with its button, and closes when that is scrolled away', async ({ browser, kwit }) => {
  const page = await openedBy(browser, kwit, 'dev', { width: 390 });
  await page.goto('/tickets');
  const more = page.getByRole('button', { name: 'More filters' });
  await more.evaluate((button: HTMLElement) => {
    button.scrollIntoView();
    button.click();
  });
  const filters = page.getByRole('group', { name: 'More filters' });
  await expect(filters).toBeVisible();
  const below = async () => ((await filters.boundingBox())?.y ?? 0) - ((await more.boundingBox())?.y ?? 0);
  const before = await below();
  // Rows that come while it is open push the button down, and the page is scrolled.
  await page.locator('main').evaluate((main) => {
    main.style.paddingTop = '60px';
    document.dispatchEvent(new Event('scroll'));
  });
  await expect.poll(below).toBe(before);
  await page.locator('[data-filters]').evaluate((row) => row.scrollTo({ left: 0 }));
  await expect(filters).toBeHidden();
});

story('no row moves up or down when a ticket opens beside the list', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'Looked at beside the list');
  for (const language of ['en', 'pl'] as const) {
    const dev = await openedBy(browser, kwit, 'dev', { language });
    await dev.goto('/tickets');
    const row = dev.locator(`main [data-number="${number}"]`).first();
    await row.waitFor();
    const before = (await row.boundingBox())?.y;
    await dev.keyboard.press('j');
    await dev.keyboard.press(' ');
    await dev.locator('aside h1', { hasText: 'Looked at beside the list' }).waitFor();
    expect((await row.boundingBox())?.y, language).toBe(before);
    await dev.context().close();
  }
});
