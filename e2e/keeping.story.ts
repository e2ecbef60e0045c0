/** Drafts of several tabs and of other versions, a page that the browser translates, and the page on paper. */
import { expect, type Page } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';
import { commentWith } from './picture.ts';

const title = (page: Page) => page.locator('form input[dir=auto]').first();
const description = (page: Page) => page.locator('form textarea').first();

story('each tab keeps what it has unsent, and a sent form removes its own text only', async ({ browser, kwit }) => {
  const first = await openedBy(browser, kwit, 'ada');
  await first.goto('/new');
  await title(first).fill('The first report that was begun');
  const second = await first.context().newPage();
  await second.goto('/new');
  await title(second).fill('A second report from another tab');
  await description(second).fill('It is described in more than fifty letters, which is enough for any category.');
  await second.keyboard.press('Control+Enter');
  await expect(second).toHaveURL(/\/t\/\d+$/);
  await first.reload();
  await expect(title(first)).toHaveValue('The first report that was begun');
  // A tab that is closed leaves its text to the next one.
  await first.close();
  await second.goto('/new');
  await expect(title(second)).toHaveValue('The first report that was begun');
  await description(second).fill('It is described in more than fifty letters, which is enough for any category.');
  await second.keyboard.press('Control+Enter');
  await expect(second).toHaveURL(/\/t\/\d+$/);
  await second.goto('/new');
  await expect(title(second)).toHaveValue('');
});

story('a draft of another version, or of a project that is gone, can be sent', async ({ browser, kwit }) => {
  const project = await kwit.call<{ id: string }>('dev', 'POST', '/projects', { name: 'Canteen' });
  await kwit.call('dev', 'DELETE', `/projects/${project.id}`);
  const { id } = await kwit.call<{ id: string }>('ada', 'GET', '/auth/me');
  const page = await openedBy(browser, kwit, 'ada');
  await page.goto('/');
  await page.evaluate(
    ([me, gone]) => {
      const texts = {
        title: 'A report of last year',
        description: 'It was begun when forms had other fields than they have now.',
      };
      const odd = { category: 'incident', severity: 5, tags: ['a'], steps_to_reproduce: null, key: 7 };
      localStorage.setItem(`kwit.draft.new.${me}`, JSON.stringify({ ...texts, ...odd, project_id: gone }));
    },
    [id, project.id] as const,
  );
  await page.goto('/new');
  await expect(title(page)).toHaveValue('A report of last year');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/t\/\d+$/);
});

story('a browser that forbids storage opens the app, and signs in', async ({ browser, kwit }) => {
  const page = await openedBy(browser, kwit, 'nobody');
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  });
  await page.goto('/');
  await page.getByRole('textbox').first().fill('ada@example.com');
  await page.keyboard.press('Enter');
  await page.locator('input[autocomplete=one-time-code]').waitFor();
  const code = /\b\d{8}\b/.exec((await kwit.mail.next('ada@example.com', /\b\d{8}\b/)).text)?.[0] ?? '';
  await page.keyboard.type(code);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(errors.filter((message) => !/insecure/.test(message))).toEqual([]);
});

/** A translator puts each text in elements of its own. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('#root') ?? document, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode.textContent?.trim()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const outer = document.createElement('font');
      outer.append(Object.assign(document.createElement('font'), { textContent: `«${text.data}»` }));
      text.replaceWith(outer);
    }
  });

story(
  'a page that the browser has translated shows the newest state, and does not break',
  async ({ browser, kwit }) => {
    const { id, number } = await report(kwit, 'ada', 'The sign is in another language');
    const page = await openedBy(browser, kwit, 'dev');
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(`/t/${number}`);
    await expect(page.locator('header[data-number]').getByText('Submitted')).toBeVisible();
    await translate(page);
    await expect(page.locator('header[data-number]')).toContainText('«Submitted»');
    await kwit.call('dev', 'PATCH', `/tickets/${id}`, { status: 'in_progress' });
    await expect(page.locator('header[data-number]')).toContainText('In progress');
    await expect(page.locator('header[data-number]')).not.toContainText('Submitted');
    await translate(page);
    await kwit.call('ada', 'POST', `/tickets/${id}/comments`, { content: 'A new word' });
    await expect(page.getByText('A new word')).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await expect(page).toHaveURL(/\/tickets/);
    await expect(page.getByRole('link', { name: 'The sign is in another language' })).toBeVisible();
    expect(errors).toEqual([]);
  },
);

story('keys work by their place on keyboards of another script', async ({ browser, kwit }) => {
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/');
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const press = (key: string, code: string, more = {}) =>
    page.evaluate(
      ([key, code, more]) => {
        const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...more });
        document.body.dispatchEvent(event);
      },
      [key, code, more] as const,
    );
  await press('п', 'KeyG');
  await press('и', 'KeyB');
  await expect(page).toHaveURL(/\/board/);
  await press('κ', 'KeyK', { ctrlKey: true });
  await expect(page.getByRole('dialog')).toBeVisible();
});

for (const language of ['en', 'pl'] as const)
  story(
    `paper has all of a ticket, with days and times, and nothing to click on (${language})`,
    async ({ browser, kwit }) => {
      const code = `\`\`\`\n${'x'.repeat(400)}\n\`\`\``;
      const { id, number } = await report(kwit, 'ada', 'For the folder of the auditor', {
        description: `It says:\n\n${code}`,
      });
      await kwit.call('dev', 'PATCH', `/tickets/${id}`, { estimated_hours: 7.5, planned_date: '2027-01-15' });
      for (let count = 1; count <= 40; count += 1)
        await kwit.call('dev', 'POST', `/tickets/${id}/comments`, { content: `Comment number ${count}.` });
      await kwit.call('ada', 'POST', `/tickets/${id}/comments`, commentWith('green.png'));
      const page = await openedBy(browser, kwit, 'dev', { language });
      await page.goto(`/t/${number}`);
      await expect(page.getByText('Comment number 40.')).toBeAttached();
      await expect(page.getByText('Comment number 20.')).toHaveCount(0);
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 720, height: 1000 });
      for (const count of [1, 12, 20, 40]) await expect(page.getByText(`Comment number ${count}.`)).toBeVisible();
      await expect(page.locator('main img[src^=blob]').first()).toBeVisible();
      const pre = page.locator('main pre').first();
      expect(await pre.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
      await expect(page.locator('main dd input').last()).toBeVisible();
      await expect(page.locator('main dd input').last()).toHaveValue(language === 'en' ? '7.5' : '7,5');
      for (const name of [/^(Send|Wyślij)$/, /^(Reply|Odpowiedz)/, /^(Edit|Edytuj)/, /^(Show all|Cały opis)/])
        await expect(page.getByRole('button', { name })).toHaveCount(0);
      const said = await page
        .locator('main time')
        .first()
        .evaluate((time) => getComputedStyle(time, '::after').content);
      expect(said).toMatch(/20\d\d.*\d\d:\d\d/);
      await page.emulateMedia({ media: 'screen' });
      await expect(page.getByText('Comment number 20.')).toHaveCount(0);
    },
  );
