/** Nothing that people paste and type is lost, cut or sent before they are ready. */
import { expect, type Page } from '@playwright/test';
import { type Language, openedBy, report, story } from './kwit.ts';
import { PNG } from './picture.ts';

/** Puts several kinds of the same thing on the clipboard, as an office program does. */
async function copy(page: Page, text: string | null, picture = true): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(
    async ([words, png]) => {
      const kinds: Record<string, Blob> = {};
      if (words !== null) {
        kinds['text/plain'] = new Blob([words], { type: 'text/plain' });
        kinds['text/html'] = new Blob([`<table><tr><td>${words}</td></tr></table>`], { type: 'text/html' });
      }
      if (png !== null) {
        const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
        kinds['image/png'] = new Blob([bytes], { type: 'image/png' });
      }
      await navigator.clipboard.write([new ClipboardItem(kinds)]);
    },
    [text, picture ? PNG : null] as const,
  );
}

/** The files that the open form will send along. */
const chosen = (page: Page) => page.getByRole('list', { name: /^(Files to send|Pliki do wysłania)$/ });
const composer = (page: Page) => page.locator('textarea[data-composer]');

for (const language of ['en', 'pl'] as const)
  story(`words win over their picture, and a picture alone is attached (${language})`, async ({ browser, kwit }) => {
    const { number } = await report(kwit, 'ada', 'The sheet of the canteen');
    const page = await openedBy(browser, kwit, 'dev', { language });
    await page.goto('/new');
    const fields = [page.locator('form input[dir=auto]').first(), page.locator('form textarea').first()];
    for (const field of fields) {
      await copy(page, 'Menu\t12 zł');
      await field.click();
      await page.keyboard.press('Control+v');
      await expect(field).toHaveValue(/Menu\s12 zł/);
      await expect(chosen(page)).toHaveCount(0);
    }
    await copy(page, null);
    await page.keyboard.press('Control+v');
    await expect(chosen(page)).toContainText(/picture-\d+-\d+\.png/);

    await page.goto(`/t/${number}`);
    await copy(page, 'Menu 12 zł');
    await composer(page).click();
    await page.keyboard.press('Control+v');
    await expect(composer(page)).toHaveValue('Menu 12 zł');
    await expect(chosen(page)).toHaveCount(0);
    await copy(page, null);
    await page.keyboard.press('Control+v');
    await expect(composer(page)).toHaveValue(/attachment:picture-/);
    await expect(chosen(page)).toHaveCount(1);
    // A field of another form neither loses words nor gives the composer a picture.
    await page.getByRole('button', { name: language === 'en' ? 'Edit the title' : 'Edytuj tytuł' }).click();
    const title = page.locator('form:has(h1) textarea');
    await copy(page, ' and more');
    await title.press('End');
    await page.keyboard.press('Control+v');
    await expect(title).toHaveValue('The sheet of the canteen and more');
    await copy(page, null);
    await page.keyboard.press('Control+v');
    await page.keyboard.press('Control+k');
    await copy(page, 'canteen');
    await page.keyboard.press('Control+v');
    await expect(page.locator('dialog input[role=combobox]')).toHaveValue('canteen');
    await copy(page, null);
    await page.keyboard.press('Control+v');
    await page.keyboard.press('Escape');
    await expect(chosen(page).getByRole('listitem')).toHaveCount(1);
  });

const TRACE = `${Array.from({ length: 300 }, (_, line) => `    at com.example.Service.call${line}(Service.java:${line})`).join('\n')}\nCaused by: the disk is full`;

story('a trace that is too long stays whole, is not sent, and goes as a file', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'The service dies at night');
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto(`/t/${number}`);
  await copy(page, TRACE, false);
  await composer(page).click();
  await page.keyboard.press('Control+v');
  await expect(composer(page)).toHaveValue(TRACE);
  await expect(page.getByText(/[\d,]+ characters too many/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await composer(page).press('Control+Enter');
  await page.getByRole('button', { name: 'Attach the text as a file' }).click();
  await expect(composer(page)).toHaveValue(/^The whole text is in the file text-[\d-]+\.txt/);
  await composer(page).press('Control+Enter');
  interface Sent {
    comments: { content: string; attachments: { url: string }[] }[];
  }
  const read = () => kwit.call<Sent>('dev', 'GET', `/tickets/${id}`);
  await expect.poll(async () => (await read()).comments.length).toBe(1);
  const [comment] = (await read()).comments;
  const token = await kwit.token('dev');
  const file = await fetch(kwit.url + comment?.attachments[0]?.url, { headers: { authorization: `Bearer ${token}` } });
  expect(await file.text()).toBe(TRACE);
});

story(
  'no field cuts what is pasted: each says by how much it is too long, and is not sent',
  async ({ browser, kwit }) => {
    story.setTimeout(180_000);
    const { id, number } = await report(kwit, 'ada', 'Every field has a bound');
    await kwit.call('dev', 'POST', '/projects', { name: 'Canteen' });
    const page = await openedBy(browser, kwit, 'dev');
    const long = 'ż'.repeat(21_000);
    const over = page.getByText(/[\d,]+ characters too many/);
    const overlong = async (field: ReturnType<Page['locator']>) => {
      await field.fill(long);
      expect(await field.evaluate((element: HTMLInputElement) => element.value.length)).toBe(21_000);
      await expect(over.first()).toBeVisible();
      expect(await field.evaluate((element: HTMLInputElement) => element.validity.valid)).toBe(false);
    };
    let writes = 0;
    await page.route('**/api/**', (route) => {
      if (!['GET', 'HEAD'].includes(route.request().method())) writes += 1;
      return route.fallback();
    });
    await page.goto('/new');
    await page.getByText('Bug', { exact: true }).click();
    for (const field of await page.locator('form input[dir=auto], form textarea').all()) await overlong(field);
    await page.keyboard.press('Control+Enter');
    await page.goto(`/t/${number}`);
    await page.getByRole('button', { name: 'Edit the title' }).click();
    await page.locator('form:has(h1) textarea').fill(long);
    await expect(over.first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await page.goto('/todo');
    await overlong(page.locator('main form input').first());
    await page.keyboard.press('Enter');
    await page.goto('/me');
    await overlong(page.getByLabel('Name', { exact: true }));
    await page.keyboard.press('Enter');
    await page.goto('/admin/projects');
    await page
      .getByRole('button', { name: /New project|Add/ })
      .first()
      .click();
    for (const field of await page.locator('dialog input[dir=auto], dialog textarea').all()) await overlong(field);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Save|Create|Add/ })
      .last()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(writes).toBe(0);
    expect(await kwit.call('dev', 'GET', `/tickets/${id}`)).toMatchObject({ title: 'Every field has a bound' });
  },
);

/** Composes a word as an input method does, and ends or leaves it by a key. */
async function compose(page: Page, text: string, key: 'Enter' | 'Escape'): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  for (const type of ['rawKeyDown', 'keyUp'] as const)
    await devtools.send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: 229 });
  if (key === 'Enter') await devtools.send('Input.insertText', { text });
  else await devtools.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
  await devtools.detach();
}

story('keys of an input method end a word and nothing else', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'Composed titles');
  const page = await openedBy(browser, kwit, 'dev');
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`/t/${number}`);
  await page.getByRole('button', { name: 'Edit the title' }).click();
  const title = page.locator('form:has(h1) textarea');
  await title.press('End');
  await compose(page, '日本', 'Enter');
  await expect(title).toHaveValue('Composed titles日本');
  await compose(page, '語', 'Escape');
  await expect(title).toBeVisible();
  await title.press('Enter');
  await expect(title).toHaveCount(0);
  await expect
    .poll(async () => (await kwit.call<{ title: string }>('dev', 'GET', `/tickets/${id}`)).title)
    .toBe('Composed titles日本');
  // Fields of one line whose form the browser itself would send.
  await page.goto('/todo');
  const task = page.locator('main form input').first();
  await task.fill('Buy ');
  await compose(page, '漢字', 'Enter');
  await expect(task).toHaveValue('Buy 漢字');
  await expect(page.getByText('Buy 漢字')).toHaveCount(0);
  // A dialog that an input method must not close.
  await page.goto('/admin/projects');
  await page
    .getByRole('button', { name: /New project|Add/ })
    .first()
    .click();
  await page.locator('dialog input').first().focus();
  await compose(page, '社', 'Escape');
  await expect(page.getByRole('dialog')).toBeVisible();
  // A suggestion of the browser sends an event without a key.
  await page.evaluate(() => {
    for (const type of ['keydown', 'keyup']) document.activeElement?.dispatchEvent(new Event(type, { bubbles: true }));
  });
  expect(errors).toEqual([]);
});

const SAYS: Record<Language, { edit: string; kept: string; goOn: string; discard: string; ask: string; stay: string }> =
  {
    en: {
      edit: 'Edit the title',
      kept: 'Your unsaved changes are kept.',
      goOn: 'Continue',
      discard: 'Discard',
      ask: 'Discard what you have typed?',
      stay: 'Keep writing',
    },
    pl: {
      edit: 'Edytuj tytuł',
      kept: 'Twoje niezapisane zmiany są zachowane.',
      goOn: 'Kontynuuj',
      discard: 'Odrzuć',
      ask: 'Odrzucić to, co wpisano?',
      stay: 'Pisz dalej',
    },
  };

for (const language of ['en', 'pl'] as const)
  story(`Escape throws nothing away that was typed (${language})`, async ({ browser, kwit }) => {
    const say = SAYS[language];
    const { number } = await report(kwit, 'ada', 'The words of an edit');
    const page = await openedBy(browser, kwit, 'dev', { language });
    await page.goto(`/t/${number}`);
    await page.getByRole('button', { name: say.edit }).click();
    const title = page.locator('form:has(h1) textarea');
    await title.fill('The words of a long edit');
    await title.press('Escape');
    await expect(title).toHaveCount(0);
    await expect(page.getByText(say.kept)).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: say.goOn }).click();
    await expect(title).toHaveValue('The words of a long edit');
    await title.press('Escape');
    await page.getByRole('button', { name: say.discard }).click();
    await expect(page.getByText(say.kept)).toHaveCount(0);

    await page.goto('/admin/projects');
    await page
      .getByRole('button', { name: /New project|Nowy projekt|Add|Dodaj/ })
      .first()
      .click();
    const name = page.locator('dialog input').first();
    await name.fill('Canteen');
    await name.press('Escape');
    await expect(page.getByRole('alertdialog', { name: say.ask })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(name).toHaveValue('Canteen');
    await name.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: say.discard }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
