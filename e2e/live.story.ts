import { expect, type Page } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';

/** A page without the stream asks again after half a minute: what comes sooner came by the stream. */
const SOON = { timeout: 8_000 };

const STREAM = '**/api/events/stream*';

/** Waits until the page has an open stream. */
async function listens(page: Page, path: string): Promise<void> {
  const opened = page.waitForResponse((response) => response.url().includes('/api/events/stream'));
  await page.goto(path);
  await opened;
}

/** Tells whether a ticket flashes from now on, however short and however seldom one looks. */
async function seesFlash(page: Page, number: number): Promise<() => Promise<boolean>> {
  const seen = await page.evaluateHandle((selector) => {
    const flash = { isSeen: false };
    const look = () => {
      flash.isSeen ||= document.querySelector(selector) !== null;
    };
    new MutationObserver(look).observe(document.body, { subtree: true, attributes: true, childList: true });
    return flash;
  }, `[data-number="${number}"].animate-flash`);
  return () => seen.evaluate(({ isSeen }) => isSeen);
}

/** Counts how often a page asks for a ticket from now on. */
function askedFor(page: Page, number: number): () => number {
  let times = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/numbered-tickets/${number}`)) times += 1;
  });
  return () => times;
}

story('two people on one ticket see at once what the other does', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'Two people work on this');
  const [dev, ewa] = [await openedBy(browser, kwit, 'dev'), await openedBy(browser, kwit, 'ewa')];
  await listens(dev, '/board');
  await listens(ewa, `/t/${number}`);

  const flashes = await seesFlash(dev, number);
  await ewa.getByRole('button', { name: 'Accept' }).click();
  const card = dev.locator(`[data-number="${number}"]`);
  await expect.poll(flashes, SOON).toBe(true);
  await expect(dev.getByRole('region', { name: /Accepted/ }).getByText(`#${number}`)).toBeVisible();
  await expect(card).not.toHaveClass(/animate-flash/);
  // A person's own changes do not flash.
  await expect(ewa.locator(`[data-number="${number}"]`)).not.toHaveClass(/animate-flash/);

  await kwit.call('dev', 'PATCH', `/tickets/${id}`, { title: 'Dev has a better title' });
  await expect(ewa.getByRole('heading', { name: 'Dev has a better title' })).toBeVisible(SOON);
  await ewa.getByRole('button', { name: 'Edit the title' }).click();
  await ewa.getByLabel('Title').fill('What ewa is writing');
  await kwit.call('dev', 'PATCH', `/tickets/${id}`, { title: 'Dev has the best title' });
  await expect(ewa.getByText(/Dev has changed this text/)).toBeVisible(SOON);
  await expect(ewa.getByLabel('Title')).toHaveValue('What ewa is writing');
});

story('a reporter hears of answers, and of nothing that developers say among themselves', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'Somebody answers this');
  const ada = await openedBy(browser, kwit, 'ada');
  await listens(ada, `/t/${number}`);
  await kwit.call('dev', 'POST', `/tickets/${id}/comments`, { content: 'First.' });
  await expect(ada.getByText('First.')).toBeVisible(SOON);
  const requests = askedFor(ada, number);
  await kwit.call('dev', 'POST', `/tickets/${id}/comments`, { content: 'Between us.', is_internal: true });
  await kwit.call('dev', 'PATCH', `/tickets/${id}`, { internal_note: 'Between us.' });
  await kwit.call('dev', 'POST', `/tickets/${id}/comments`, { content: 'Second.' });
  await expect(ada.getByText('Second.')).toBeVisible(SOON);
  expect(requests()).toBe(1);
});

story('a reporter misses nothing that happens before the stream is open', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'Somebody is quick');
  const ada = await openedBy(browser, kwit, 'ada');
  const answered = Promise.withResolvers<void>();
  await ada.route(STREAM, (route) => answered.promise.then(() => route.continue()));
  await ada.goto(`/t/${number}`);
  await expect(ada.getByRole('heading', { name: 'Somebody is quick' })).toBeVisible();
  await kwit.call('dev', 'POST', `/tickets/${id}/comments`, { content: 'At once.' });
  answered.resolve();
  await expect(ada.getByText('At once.')).toBeVisible(SOON);
});

story('a file is there at once on every page, on those of the one who added it too', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'A photo says more');
  const [laptop, phone] = [await openedBy(browser, kwit, 'ada'), await openedBy(browser, kwit, 'ada', { width: 390 })];
  const dev = await openedBy(browser, kwit, 'dev');
  for (const page of [laptop, dev]) await listens(page, `/t/${number}`);
  await phone.goto(`/t/${number}`);
  const photo = { name: 'jam.txt', mimeType: 'text/plain', buffer: Buffer.from('It jams here.') };
  await phone.locator('input[type=file]').first().setInputFiles(photo);
  for (const page of [phone, laptop, dev]) await expect(page.getByText('jam.txt').first()).toBeVisible(SOON);
});

story('a page that was cut off says so, comes back, and has missed nothing', async ({ browser, kwit }) => {
  story.setTimeout(90_000);
  const { id, number } = await report(kwit, 'ada', 'The service goes away');
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.route(STREAM, (route) => route.abort());
  await dev.goto(`/t/${number}`);
  await expect(dev.getByText('Kwit does not answer.')).toBeVisible();
  await kwit.call('ada', 'POST', `/tickets/${id}/comments`, { content: 'Are you there?' });
  await dev.unroute(STREAM);
  await expect(dev.getByText('Are you there?')).toBeVisible({ timeout: 30_000 });
  await expect(dev.getByText('Kwit does not answer.')).toBeHidden();
});

story('what arrives while somebody has scrolled waits, and no row moves under the hand', async ({ browser, kwit }) => {
  for (let at = 1; at <= 40; at += 1) await report(kwit, 'ada', `Number ${at} of many`);
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets');
  const row = page.getByRole('link', { name: 'Number 20 of many' });
  await row.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 250);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  const place = async () => (await row.boundingBox())?.y;
  const before = await place();
  await report(kwit, 'ada', 'This one arrives');
  await report(kwit, 'jan', 'And this one');
  const arrived = page.getByRole('button', { name: '2 new' });
  await expect(arrived).toBeVisible();
  expect(await place()).toBe(before);
  await arrived.click();
  await expect(page.getByRole('link', { name: 'And this one' })).toBeVisible();
  await expect(arrived).toBeHidden();
});
