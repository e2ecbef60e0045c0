/** Thirty people report one outage. It is closed and told, and the page says of each what their mail server says. */
import { expect } from '@playwright/test';
import { openedBy, story } from './kwit.ts';

const PEOPLE = 30;

interface Reported {
  id: string;
  number: number;
}

story(`an outage that ${PEOPLE} people report is closed and told, each once`, async ({ browser, kwit }) => {
  story.setTimeout(180_000);
  const post = async <T>(path: string, body: object, token = ''): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(`${kwit.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as T;
  };
  const addresses = Array.from({ length: PEOPLE }, (_, n) => `person${n}@example.com`);
  const reports: Reported[] = [];
  for (const email of addresses) {
    await post('/auth/request-otp', { email, lang: 'en' });
    const code = /\b\d{8}\b/.exec((await kwit.mail.next(email, /\b\d{8}\b/)).text)?.[0];
    const { token } = await post<{ token: string }>('/auth/verify-otp', { email, code });
    const draft = { title: `Nobody can sign in, says ${email}`, description: 'Since this morning.' };
    reports.push(await post<Reported>('/tickets', draft, token));
  }
  const [first, ...others] = reports;
  for (const { id } of others)
    await kwit.call('dev', 'POST', `/tickets/${id}/merge`, { into: first?.id, mode: 'beside', tell_reporters: true });
  const closing = { status: 'closed', closure_summary: 'The disk was full.', also: others.map(({ id }) => id) };
  await kwit.call('dev', 'PATCH', `/tickets/${first?.id}`, closing);

  const page = await openedBy(browser, kwit, 'dev');
  await page.goto(`/t/${first?.number}`);
  await page.getByRole('button', { name: 'Tell who asked' }).click();
  await expect(page.getByRole('dialog')).toContainText(`${PEOPLE} asked, ${PEOPLE} were told.`);
  await page.getByLabel('What to say').first().fill('There are two disks now.');
  await page.getByRole('button', { name: 'Tell them' }).click();
  await expect(page.getByText(`${PEOPLE} people were told`)).toBeVisible();
  for (const email of addresses) await kwit.mail.next(email, /There are two disks now\./);
  await page.reload();
  const receipts = new Set<string>();
  page.on('request', (request) => request.url().includes('/tellings') && receipts.add(request.url()));
  await page.getByText('Who was told', { exact: true }).click();
  const lines = page.getByRole('listitem').filter({ hasText: 'told again' });
  // A line that nobody has scrolled to says when its person was told, and asks the server for no more.
  expect(receipts.size).toBeLessThan(PEOPLE);
  await page.setViewportSize({ width: 1366, height: 2600 });
  await expect(lines).toHaveCount(PEOPLE);
  await expect(lines.filter({ hasText: /taken by the server.*250 / })).toHaveCount(PEOPLE);
  for (const { number } of others)
    await expect(page.getByText(`asked beside it, #${number}`, { exact: true })).toBeVisible();
  await page.screenshot({ path: story.info().outputPath('outage.png') });
  // Nobody has a second mail of it.
  for (const email of addresses) expect(kwit.mail.has(email, /There are two disks now\./)).toBe(false);
});
