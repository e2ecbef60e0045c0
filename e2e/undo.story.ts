/** A change of many tickets by the wrong filter is taken back, but for what somebody has changed since. */
import { expect } from '@playwright/test';
import { openedBy, story } from './kwit.ts';
import { problemsOf } from './looks.ts';

const TICKETS = 150;

interface Listed {
  id: string;
  number: number;
  priority: string;
}

story(
  `a wrong change of ${TICKETS} tickets is taken back, and two stay as a colleague has them`,
  async ({ browser, kwit }) => {
    story.setTimeout(120_000);
    for (let n = 0; n < TICKETS; n += 1)
      await kwit.call('ada', 'POST', '/tickets', {
        title: `Turnstile ${n}`,
        description: 'It sticks.',
        category: 'other',
      });
    const listed = () => kwit.call<Listed[]>('dev', 'GET', '/tickets?limit=200&q=turnstile');
    const page = await openedBy(browser, kwit, 'dev');
    await page.goto('/tickets?q=turnstile');
    await expect(page.locator('[data-number]').first()).toBeVisible();
    await page.keyboard.press('Control+a');
    await expect(page.getByText(`${TICKETS} selected`)).toBeVisible();
    await page.keyboard.press('p');
    await page.getByRole('option', { name: 'Critical' }).click();
    await expect
      .poll(async () => (await listed()).filter(({ priority }) => priority === 'critical').length)
      .toBe(TICKETS);
    const [first, second] = await listed();
    for (const ticket of [first, second])
      await kwit.call('ewa', 'PATCH', `/tickets/${ticket?.id}`, { priority: 'low' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    const dialog = page.locator('dialog[open]');
    await expect(dialog).toContainText(`Back as before on ${TICKETS - 2}`);
    for (const ticket of [first, second])
      await expect(dialog.getByText(`#${ticket?.number}, Priority: changed since by Ewa; it stays.`)).toBeVisible();
    expect(await problemsOf(page)).toEqual([]);
    await page.screenshot({ path: story.info().outputPath('undo.png') });
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 changes stay')).toBeVisible();
    const counts = Map.groupBy(await listed(), ({ priority }) => priority);
    expect([counts.get('normal')?.length, counts.get('low')?.length]).toEqual([TICKETS - 2, 2]);
  },
);
