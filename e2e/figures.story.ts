import { expect } from '@playwright/test';
import { shiftOf } from './budget.ts';
import { openedBy, report, story } from './kwit.ts';

story(
  'a figure leads to the tickets behind it, and the figures of one category have their address',
  async ({ browser, kwit }) => {
    await report(kwit, 'ada', 'The scanner on floor 3 is slow');
    const dev = await openedBy(browser, kwit, 'dev');
    await dev.goto('/insights');
    await dev.getByRole('button', { name: 'Category' }).click();
    await dev.getByRole('menuitemradio', { name: 'Question' }).click();
    await expect(dev).toHaveURL(/category=question/);
    const title = dev.getByRole('region', { name: 'Figures for a meeting' });
    await expect(title.getByRole('button', { name: 'Category: Question' })).toBeVisible();
    await title.getByRole('button', { name: 'Category: Question' }).click();
    await dev.getByRole('menuitemradio', { name: 'Any' }).click();
    await expect(dev).not.toHaveURL(/category=/);

    const row = dev.getByRole('region', { name: 'By category' }).getByRole('row', { name: 'Other' });
    const reported = row.getByRole('link').first();
    const count = Number(await reported.textContent());
    expect(count).toBeGreaterThan(0);
    await reported.click();
    await expect(dev).toHaveURL(/category=other.*reported=\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d/);
    await expect(dev.locator('[data-number]')).toHaveCount(count);
    await expect(dev.getByRole('link', { name: 'The scanner on floor 3 is slow' })).toBeVisible();
  },
);

story(
  'on paper the figures are one page, with their days and filters and nothing to click on',
  async ({ browser, kwit }) => {
    for (const [who, days] of [
      ['dev', /Jan.* – .*Jun.* · Category: Bug/],
      ['ewa', /sty.* – .*cze.* · Kategoria: Błąd/],
    ] as const) {
      const page = await openedBy(browser, kwit, who, { theme: 'dark', ...(who === 'ewa' ? { language: 'pl' } : {}) });
      await page.goto('/insights?from=2026-01-05&to=2026-06-28&category=bug');
      await expect(page.getByRole('img')).toBeVisible();
      const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
      expect(sheets).toHaveLength(1);
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByText(days)).toBeVisible();
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
      await expect(page.getByRole('main').getByRole('searchbox')).toHaveCount(0);
    }
  },
);

story('filters that come late push no figure down', async ({ browser, kwit }) => {
  for (const key of ['system', 'machine', 'floor']) {
    const options = [{ key: 'a', name: { pl: 'A', en: 'A' } }];
    await kwit.call('dev', 'POST', '/fields', {
      key,
      kind: 'choice',
      name: { pl: key, en: key },
      ask: 'work',
      options,
    });
  }
  const dev = await openedBy(browser, kwit, 'dev', { width: 1280 });
  await dev.route('**/api/fields*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await dev.goto('/insights');
  await expect(dev.getByRole('button', { name: 'floor' })).toBeVisible();
  expect(await shiftOf(dev)).toBeLessThan(0.01);
});
