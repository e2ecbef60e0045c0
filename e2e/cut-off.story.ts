/** Without a network the app stays where it is, says so, and goes on when it is asked to. */
import { expect, type Page } from '@playwright/test';
import { type Language, openedBy, report, story } from './kwit.ts';

const SAYS = {
  en: ['The server cannot be reached.', 'Try again'],
  pl: ['Nie można połączyć się z serwerem.', 'Spróbuj ponownie'],
} as const;

const ROOMS = [
  ['/new', 'n'],
  ['/answers', ''],
  ['/insights', ''],
  ['/admin/application', ''],
  ['/me', ''],
  ['/board', ''],
] as const;

const follow = (page: Page, href: string) =>
  page.evaluate(
    (to) =>
      (Reflect.get(window, '__TSR_ROUTER__') as { navigate: (place: object) => Promise<void> }).navigate({ href: to }),
    href,
  );

for (const language of ['en', 'pl'] as const)
  story(`no room that cannot be loaded takes the place of the app (${language})`, async ({ browser, kwit }) => {
    const { number } = await report(kwit, 'ada', 'The line is dead');
    const page = await openedBy(browser, kwit, 'dev', { language });
    const [sentence, again] = SAYS[language];
    for (const [room] of ROOMS) {
      await page.context().setOffline(false);
      await page.goto(`/t/${number}`);
      const field = page.locator('textarea[data-composer]');
      await field.fill(`Half a sentence before ${room}`);
      await page.context().setOffline(true);
      await follow(page, room);
      await expect(page.getByText(sentence), room).toBeVisible();
      await expect(page.getByRole('navigation').first(), room).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(room);
      // Asked again without a network it says so again; with one it comes.
      const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/health'));
      await page.getByRole('button', { name: again }).click();
      await refused;
      await expect(page.getByText(sentence), room).toBeVisible();
      await expect(page.getByRole('navigation').first(), room).toBeVisible();
      await page.context().setOffline(false);
      await page.getByRole('button', { name: again }).click();
      await expect(page.getByRole('heading', { level: 1 }), room).toBeVisible();
      await follow(page, `/t/${number}`);
      await expect(field).toHaveValue(`Half a sentence before ${room}`);
    }
  });

story('a part that does not come holds up no other', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'The lift waits');
  const page = await openedBy(browser, kwit, 'dev');
  let held = 0;
  await page.route(/assets.work\.en/, () => void held++);
  await page.goto(`/t/${number}`);
  // The frame asks ahead for what the link leads to.
  await page.getByRole('link', { name: 'Workload' }).hover();
  await expect.poll(() => held).toBeGreaterThan(0);
  await follow(page, '/answers');
  await expect(page.getByRole('heading', { level: 1, name: 'Answers' })).toBeVisible();
});

story(
  'a dialog that cannot be loaded says so over its page, and comes when it is asked for again',
  async ({ browser, kwit }) => {
    const { number } = await report(kwit, 'ada', 'The door of the lift sticks');
    const page = await openedBy(browser, kwit, 'dev');
    await page.goto(`/t/${number}`);
    await expect(page.getByRole('heading', { name: 'The door of the lift sticks' })).toBeVisible();
    await page.context().setOffline(true);
    await page.keyboard.press('s');
    await expect(page.getByRole('dialog').getByRole('paragraph')).toContainText('The server cannot be reached.');
    await page.context().setOffline(false);
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('option', { name: 'Blocked' })).toBeVisible();
  },
);

const PAGE = '<!doctype html><title>Sign in</title><form>Your network wants your password</form>';
const JSON_TYPE = { contentType: 'application/json' };

/** Answers that may come in the place of Kwit's, and the app's words for each, in both languages. */
const ANSWERS: [string, { status: number; body?: string; contentType?: string }, Record<Language, RegExp>][] = [
  [
    'a login page',
    { status: 200, body: PAGE, contentType: 'text/html' },
    { en: /did not come from Kwit/, pl: /nie pochodzi od Kwita/ },
  ],
  [
    'an empty body',
    { status: 200, body: '', ...JSON_TYPE },
    { en: /did not come from Kwit/, pl: /nie pochodzi od Kwita/ },
  ],
  [
    'a cut body',
    { status: 201, body: '{"id":"019a', ...JSON_TYPE },
    { en: /did not come from Kwit/, pl: /nie pochodzi od Kwita/ },
  ],
  [
    'a refused size',
    { status: 413, body: PAGE, contentType: 'text/html' },
    { en: /A proxy .* lets no \d+ (B|KB) through/, pl: /pośredniczący .* nie przepuszcza \d+ (B|KB)/ },
  ],
  ...[502, 503, 504].map((status): (typeof ANSWERS)[number] => [
    `a proxy that reaches nothing (${status})`,
    { status, body: PAGE, contentType: 'text/html' },
    { en: /cannot be reached/, pl: /Nie można połączyć się/ },
  ]),
];

for (const language of ['en', 'pl'] as const)
  story(`what is not Kwit's answer is a refusal, and what was typed stays (${language})`, async ({ browser, kwit }) => {
    story.setTimeout(120_000);
    const { number } = await report(kwit, 'ada', 'The proxy answers');
    const page = await openedBy(browser, kwit, 'dev', { language });
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    const toasts = page.locator('section[aria-live=polite]');
    const field = page.locator('textarea[data-composer]');
    const file = { name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('one line') };
    for (const [name, answer, sentence] of ANSWERS) {
      await page.unrouteAll();
      await page.route('**/api/tickets**', (route) =>
        route.request().method() === 'GET' ? route.fallback() : route.fulfill(answer),
      );
      await page.route('**/api/tickets/**', (route) =>
        route.request().method() === 'GET' ? route.fallback() : route.fulfill(answer),
      );
      await page.goto(`/t/${number}`);
      const text = `A comment that meets ${name}`;
      await field.fill(text);
      // By fetch, then with a file by XMLHttpRequest.
      for (const files of [[], [file]]) {
        await page.locator('form:has(textarea[data-composer]) input[type=file]').last().setInputFiles(files);
        await field.press('Control+Enter');
        await expect(toasts.getByText(sentence[language]), name).toBeVisible();
        await expect(field, name).toHaveValue(text);
        await toasts.getByRole('button').click();
        await expect(toasts.locator('p')).toHaveCount(0);
      }
      await page.getByRole('button', { name: language === 'en' ? 'Edit the title' : 'Edytuj tytuł' }).click();
      const title = page.locator('h1 ~ textarea, form:has(h1) textarea').first();
      await title.fill(`A title that meets ${name}`);
      await title.press('Enter');
      await expect(toasts.getByText(sentence[language]), name).toBeVisible();
      await expect(title, name).toHaveValue(`A title that meets ${name}`);
      await page.goto('/new');
      await page.locator('form input[dir=auto]').first().fill(`A report that meets ${name}`);
      await page.locator('form textarea').first().fill('It is described in more than twenty letters.');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByRole('alert').filter({ hasText: sentence[language] }), name).toBeVisible();
      await expect(page.locator('form button[type=submit]'), name).toBeEnabled();
    }
    // Lists that read such an answer say the same, and come when they are asked for again.
    await page.unrouteAll();
    await page.route('**/api/answers**', (route) =>
      route.fulfill({ status: 200, body: PAGE, contentType: 'text/html' }),
    );
    await page.goto('/answers');
    await expect(page.getByText(ANSWERS[0]?.[2][language] ?? /^$/)).toBeVisible();
    expect(errors).toEqual([]);
  });

story('a clock of the browser that is days off changes no time on the page', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'The clock of the kitchen is wrong');
  const page = await openedBy(browser, kwit, 'dev');
  for (const days of [-9, 9]) {
    await page.clock.setFixedTime(Date.now() + days * 86_400_000);
    await page.goto(`/t/${number}`);
    await expect(
      page.getByText(/^(now|just now|\d+m ago|\d+ min(\. |ute)s? ago)$/).first(),
      `${days} days`,
    ).toBeVisible();
  }
});

const READ_ONLY = {
  en: ['Kwit is being worked on: you can only read.', /takes no changes now/],
  pl: ['Trwają prace nad Kwitem: można tylko czytać.', /nie przyjmuje teraz zmian/],
} as const;

for (const language of ['en', 'pl'] as const)
  story(
    `a Kwit that is read-only says so, and loses nothing that is typed (${language})`,
    async ({ browser, kwit }) => {
      const { number } = await report(kwit, 'ada', 'The cellar is being painted');
      const page = await openedBy(browser, kwit, 'dev', { width: 390, language });
      await kwit.type('read-only', 'on');
      await page.goto(`/t/${number}`);
      const [bar, refusal] = READ_ONLY[language];
      const line = page.getByRole('status').filter({ hasText: bar });
      await expect(line).toBeVisible();
      // Nothing of the sentence is cut.
      expect(await line.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      const field = page.locator('textarea[data-composer]');
      await field.fill('Half a sentence for the painters');
      await field.press('Control+Enter');
      await expect(page.locator('section[aria-live=polite]').getByText(refusal)).toBeVisible();
      await expect(field).toHaveValue('Half a sentence for the painters');
      await page.reload();
      await expect(field).toHaveValue('Half a sentence for the painters');
      await kwit.type('read-only', 'off');
      await page.reload();
      await expect(field).toHaveValue('Half a sentence for the painters');
      await expect(line).toHaveCount(0);
      await field.press('Control+Enter');
      await expect(page.locator('main').getByText('Half a sentence for the painters')).toBeVisible();
    },
  );
