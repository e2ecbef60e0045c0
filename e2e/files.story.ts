/** Files go out with their comment and belong to it; pictures are looked at, and what was attached can be removed. */
import { expect, type Page } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';
import { PNG, png } from './picture.ts';

const field = (page: Page) => page.getByLabel(/Write a comment|the reporter does not see it/);
const attachments = async (call: Promise<{ attachments: { original_name: string }[] }>) =>
  (await call).attachments.map(({ original_name }) => original_name);

/** Gives the page a file as the clipboard or a drag would. */
const give = (page: Page, type: 'paste' | 'drop', name: string) =>
  page.evaluate(
    ([png, event, called]) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], called, { type: 'image/png' }));
      const transfer =
        event === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
      return !document.body.dispatchEvent(transfer);
    },
    [PNG, type, name] as const,
  );

story(
  'a file of an internal comment leaves the composer with Send, and its reporter never sees it',
  async ({ browser, kwit }) => {
    const { id, number } = await report(kwit, 'ada', 'Something for the team only');
    const read = (who: 'ada' | 'dev') => attachments(kwit.call(who, 'GET', `/tickets/${id}`));
    const page = await openedBy(browser, kwit, 'dev');
    await page.goto(`/t/${number}`);
    await page.getByRole('checkbox', { name: 'Internal' }).check();
    await field(page).fill('The invoice');
    await page
      .getByRole('form', { name: 'New comment' })
      .locator('input[type=file]')
      .last()
      .setInputFiles(png('invoice.png'));
    await expect(page.getByRole('list', { name: 'Files to send' })).toContainText('invoice.png');
    expect(await read('dev')).toEqual([]);
    await page.getByRole('button', { name: 'Send internally' }).click();
    await expect.poll(() => read('dev')).toEqual(['invoice.png']);
    expect(await read('ada')).toEqual([]);

    // Looked at, closed by a key, removed, and back by Undo; removed for good when the toast goes.
    await page.getByRole('button', { name: 'Look at invoice.png' }).click();
    const viewer = page.getByRole('dialog', { name: 'invoice.png' });
    await expect(viewer.getByRole('img')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    const shown = page.getByRole('button', { name: 'Look at invoice.png' });
    // Going back while it is open does not open it again.
    await page.goto('/tickets');
    await page.getByRole('link', { name: 'Something for the team only' }).first().click();
    await shown.click();
    await expect(viewer.getByRole('img')).toBeVisible();
    await page.goBack();
    await expect(viewer).toBeHidden();
    await page.goForward();
    await expect(shown).toBeVisible();
    await expect(viewer).toBeHidden();
    await page.getByRole('button', { name: 'Remove invoice.png' }).click();
    await expect(shown).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(shown).toBeVisible();
    expect(await read('dev')).toEqual(['invoice.png']);
    await page.getByRole('button', { name: 'Remove invoice.png' }).click();
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Dismiss' }).last().click();
    await expect.poll(() => read('dev')).toEqual([]);
  },
);

story(
  'a pasted picture has its place in the text, and comes back with a comment that is taken back',
  async ({ browser, kwit }) => {
    const { id, number } = await report(kwit, 'ada', 'A picture says more');
    const page = await openedBy(browser, kwit, 'ada');
    await page.goto(`/t/${number}`);
    await field(page).fill('It looks like this:');
    expect(await give(page, 'paste', 'screen.png')).toBe(true);
    await expect(field(page)).toHaveValue('It looks like this:\n\n![screen.png](attachment:screen.png)');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const place = page.locator('.prose').getByRole('button', { name: 'Look at screen.png' });
    await expect(place.locator('img')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(field(page)).toHaveValue(/attachment:screen\.png/);
    await expect(page.getByRole('list', { name: 'Files to send' })).toContainText('screen.png');
    await expect.poll(() => attachments(kwit.call('ada', 'GET', `/tickets/${id}`))).toEqual([]);
  },
);

story('a dropped file is taken where files can be attached, and opens a tab nowhere', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'Something is dropped here');
  const page = await openedBy(browser, kwit, 'ada');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await give(page, 'drop', 'nowhere.png')).toBe(true);
  await page.goto(`/t/${number}`);
  await expect(field(page)).toBeVisible();
  expect(await give(page, 'drop', 'here.png')).toBe(true);
  await expect(page.getByRole('list', { name: 'Files to send' })).toContainText('here.png');
  await page.goto('/new');
  await expect(page.getByLabel('Title')).toBeVisible();
  expect(await give(page, 'drop', 'report.png')).toBe(true);
  await expect(page.getByRole('list', { name: 'Files to send' })).toContainText('report.png');
  // A reload drops what it cannot keep, and says what that was.
  await page.reload();
  await expect(page.getByText(/Choose these files again.*report\.png/)).toBeVisible();
});
