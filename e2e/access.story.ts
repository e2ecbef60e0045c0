/** People who see, move or print otherwise: forced colours, 200 % zoom, reduced motion, other scripts, paper. */
import { expect, type Page } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';
import { seeded } from './seeded.ts';
import { settle } from './showing.ts';

const styleOf = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

story('with forced colours switches, the current row and the current page are seen', async ({ browser, kwit }) => {
  await report(kwit, 'ada', 'The printer has no colours');
  const page = await openedBy(browser, kwit, 'dev');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/me');
  const first = page.getByRole('switch').first();
  const colour = () => first.evaluate((element) => getComputedStyle(element).backgroundColor);
  const before = await colour();
  await first.click();
  await expect.poll(colour).not.toBe(before);
  for (const seen of [before, await colour()]) expect(seen).not.toBe(await styleOf(page, 'body', 'background-color'));

  await page.goto('/tickets');
  await page.getByRole('link', { name: 'The printer has no colours' }).waitFor();
  await page.keyboard.press('j');
  await expect.poll(() => styleOf(page, '[data-current]', 'outline-style')).toBe('solid');
  expect(await styleOf(page, 'aside a[aria-current=page]', 'outline-style')).toBe('solid');
});

story('who asks for more contrast reads no grey text and sees every line', async ({ browser, kwit }) => {
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/me');
  await page.getByRole('switch').first().waitFor();
  const token = (name: string) => styleOf(page, ':root', name);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'no-preference' });
    const [muted, line] = [await token('--muted'), await token('--line')];
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    await expect.poll(() => token('--muted')).toBe(await token('--ink'));
    expect([muted, line]).not.toEqual([await token('--muted'), await token('--line')]);
    expect(await token('--line')).not.toBe(line);
  }
});

story(
  'at 200 % zoom nothing is wider than the window, and what a page is for is reached',
  async ({ browser, kwit }) => {
    const { full } = await seeded(kwit);
    // 1280 by 720 px at 200 %.
    const page = await openedBy(browser, kwit, 'dev', { width: 640 });
    await page.setViewportSize({ width: 640, height: 360 });
    const wide: string[] = [];
    for (const path of ['/', '/inbox', '/tickets', '/board', '/todo', '/workload', '/answers', `/t/${full}`, '/me']) {
      await page.goto(path);
      await settle(page);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (over > 0) wide.push(`${path}: ${over} px`);
    }
    expect(wide).toEqual([]);
    await page.goto(`/t/${full}`);
    await page.getByLabel('Write a comment').fill('Read at twice the size.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Read at twice the size.' })).toBeVisible();
  },
);

story('who asked for less motion sees none', async ({ browser, kwit }) => {
  await report(kwit, 'ada', 'The printer moves');
  const page = await openedBy(browser, kwit, 'dev');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/tickets');
  await page.getByRole('link', { name: 'The printer moves' }).waitFor();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  const slow = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((element) => {
        const { animationDuration, transitionDuration, transitionProperty } = getComputedStyle(element);
        return [animationDuration, transitionProperty === 'none' ? '0s' : transitionDuration].some((times) =>
          times.split(', ').some((time) => parseFloat(time) > 0.001),
        );
      }).length,
  );
  expect(slow).toBe(0);
});

for (const [width, height] of [
  [1366, 768],
  [390, 844],
] as const) {
  story(`a message never covers where people write, ${width} px`, async ({ browser, kwit }) => {
    const { number } = await report(kwit, 'ada', 'The printer tells a lot');
    const page = await openedBy(browser, kwit, 'dev', { width });
    await page.setViewportSize({ width, height });
    for (const path of [`/t/${number}`, `/tickets?peek=${number}`]) {
      await page.goto(path);
      const field = page.getByLabel('Write a comment');
      await field.fill('Which tray?');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const toast = page.getByRole('region', { name: 'Notices' }).getByText(/comment sent/);
      await expect(toast).toBeVisible();
      await page.getByRole('button', { name: 'Send', exact: true }).scrollIntoViewIfNeeded();
      const composer = await page.getByRole('form', { name: 'New comment' }).boundingBox();
      const message = await page.getByRole('region', { name: 'Notices' }).locator('> div').first().boundingBox();
      const above = (message?.y ?? 0) + (message?.height ?? 0) <= (composer?.y ?? 0);
      const below = (message?.y ?? 0) >= (composer?.y ?? 0) + (composer?.height ?? 0);
      expect(above || below, path).toBe(true);
    }
  });
}

story('texts of other scripts run in their own direction', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'الطابعة لا تعمل', {
    description: 'الطابعة لا تعمل منذ يوم الاثنين، كل صفحة ثانية.',
  });
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto(`/t/${number}`);
  await expect(page.getByText('منذ يوم الاثنين').last()).toHaveCSS('direction', 'rtl');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('direction', 'rtl');
  await page.getByLabel('Write a comment').fill('سأنظر في ذلك غدا');
  await expect(page.getByLabel('Write a comment')).toHaveCSS('direction', 'rtl');
  await page.getByLabel('Write a comment').fill('Tomorrow.');
  await expect(page.getByLabel('Write a comment')).toHaveCSS('direction', 'ltr');
});

story(
  'on paper a ticket is what was said, and a list its rows, without anything to click on',
  async ({ browser, kwit }) => {
    const { full } = await seeded(kwit);
    const page = await openedBy(browser, kwit, 'dev', { theme: 'dark' });
    await page.goto(`/t/${full}`);
    await expect(page.getByText('Only us:')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('aside').first()).toBeHidden();
    await expect(page.getByRole('form')).toHaveCount(0);
    await expect(page.getByText('Only us:')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit the title' })).toHaveCount(0);
    expect(await styleOf(page, 'body', 'background-color')).toBe('rgb(255, 255, 255)');
    expect(await styleOf(page, 'main h1', 'color')).toBe('rgb(0, 0, 0)');
    await page.emulateMedia({ media: 'screen' });
    await page.goto('/tickets');
    await expect(page.getByText('This one is done')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('This one is done')).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveCount(0);
  },
);
