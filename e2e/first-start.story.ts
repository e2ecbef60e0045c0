/**
 * The first day: from an empty folder to thirty people who can report. `KWIT_FILM=<folder>` keeps a picture of each step.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import { listen } from './budget.ts';
import { problemsOf, wrongLooks } from './looks.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { type Service, startService } from './service.ts';
import { settle } from './showing.ts';

const KWIT = fileURLToPath(new URL('../bin/kwit.ts', import.meta.url));
const FILM = process.env.KWIT_FILM;
const ADMIN = 'olga.wrona@example.com';

interface FirstDay {
  folder: string;
  service: Service;
  mail: Mailbox;
}

const story = base.extend<{ day: FirstDay }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for
  day: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'kwit-first-'));
    const mail = await openMailbox();
    const service = await startService(folder, { OUTBOX_POLL_MS: '50' });
    await use({ folder, service, mail });
    await service.stop();
    await mail.close();
    for (const path of [folder, `${folder}-backups`]) await rm(path, { recursive: true, force: true });
  },
});

let shot = 0;
async function film(page: Page, name: string): Promise<void> {
  if (FILM === undefined) return;
  await settle(page);
  shot += 1;
  mkdirSync(FILM, { recursive: true });
  await page.screenshot({ path: join(FILM, `${String(shot).padStart(2, '0')}-${name}.png`) });
}

/** The code that the built-in mailbox has, as the log shows it to the person who starts Kwit. */
async function codeFor(email: string, { url }: Service): Promise<string> {
  const mails = (await (await fetch(`${url}/dev/mailbox`)).json()) as { to: string; text: string }[];
  return mails.find(({ to }) => to === email)?.text.match(/\b\d{8}\b/)?.[0] ?? '';
}

/** Types `npm run kwit -- …` on the machine where Kwit runs. */
function type(words: readonly string[], folder: string): void {
  const { PATH, HOME } = process.env;
  const ran = spawnSync(process.execPath, [KWIT, ...words], {
    env: { PATH, HOME, DATA_DIR: folder },
    encoding: 'utf8',
  });
  expect(ran.status, ran.stderr).toBe(0);
}

const step = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function becomeDeveloper(page: Page, { service, folder }: FirstDay): Promise<void> {
  await page.goto('/');
  const command = (await page.locator('code').textContent()) ?? '';
  expect(command).toBe('npm run kwit -- developer add me@example.com');
  await film(page, 'nobody-is-a-developer-yet');
  const words = command.replace('npm run kwit -- ', '').replace('me@example.com', ADMIN).split(' ');
  type(words, folder);
  await page.getByLabel('E-mail address').fill(ADMIN);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code')).toBeFocused();
  await expect(page.getByText('Kwit sends no mail yet.')).toBeVisible();
  await expect(page.getByText('Nobody administers this Kwit yet')).toHaveCount(0);
  await film(page, 'the-code-stands-in-the-log');
  await page.keyboard.type(await codeFor(ADMIN, service));
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
}

/** Opens the address that the start printed, and types an own one. */
async function openFirstAddress(page: Page, { service }: FirstDay): Promise<void> {
  await expect.poll(() => service.said.join('\n')).toMatch(/\/first#/);
  const [, address = ''] = /^ {2}(http:\S+\/first#\S+)$/m.exec(service.said.join('\n')) ?? [];
  await page.goto(address);
  const email = page.getByLabel('E-mail address');
  await expect(email).toBeFocused();
  await film(page, 'the-address-that-kwit-printed');
  await email.fill('olga@gmail.com');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Everybody can get an address at gmail.com', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Let everybody at gmail.com sign in' })).toBeVisible();
  expect(await problemsOf(page)).toEqual([]);
  await film(page, 'everybody-can-get-one-there');
  await email.fill(ADMIN);
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  const other = await page.context().newPage();
  expect((await other.goto(address))?.status()).toBe(404);
  await expect(other.getByText('This Kwit has been set up already.', { exact: false })).toBeVisible();
  await other.close();
}

async function setUpMail(page: Page, { mail }: FirstDay): Promise<void> {
  await page.getByText('SMTP', { exact: true }).click();
  await page.getByLabel('Server').fill('127.0.0.1');
  await page.getByLabel('Port').fill('9');
  await page.getByLabel('Sender').fill('Kwit <kwit@example.com>');
  // Waits until what was typed is saved: before, it would test other settings.
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('The message did not go out', { exact: false })).toBeVisible();
  await film(page, 'mail-refused-with-the-reason');
  await page.getByLabel('Port').fill(String(mail.port));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('3 of 6 done')).toBeVisible();
  await mail.next(ADMIN);
}

story('from the empty folder to thirty people who can report', async ({ browser, day }) => {
  story.setTimeout(180_000);
  const { service, mail } = day;
  const context = await browser.newContext({ baseURL: service.url, locale: 'en-GB' });
  const page = await context.newPage();
  const heard: string[] = [];
  listen(page, service.url, (problem) => heard.push(problem));
  await openFirstAddress(page, day);

  await film(page, 'first-steps');
  await expect(page.getByLabel('Address')).toHaveValue(service.url);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2 of 6 done')).toBeVisible();
  await page.reload();
  await expect(page.getByText('SMTP', { exact: true })).toBeVisible();
  await settle(page);
  expect(await problemsOf(page)).toEqual([]);
  await page.reload();

  await film(page, 'mail');
  await setUpMail(page, day);
  await expect(step(page, 'The first project')).toBeInViewport();
  await film(page, 'the-first-project');
  await page.getByLabel('Name of the project').fill('Intranet');
  await page.keyboard.press('Enter');
  await expect(page.getByText('4 of 6 done')).toBeVisible();
  await step(page, 'Who may sign in done').click();
  await expect(page.getByLabel('Domains that may sign in')).toHaveValue('example.com');
  await film(page, 'who-may-sign-in');

  await step(page, 'Your colleagues').click();
  const people = Array.from({ length: 30 }, (_, index) => `Person ${index + 1} <person${index + 1}@example.com>`);
  await page.getByLabel('E-mail addresses').fill([...people, 'boss@elsewhere.example'].join('\n'));
  await film(page, 'thirty-colleagues');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('30 invitations are on their way')).toBeVisible();
  await expect(page.getByText(/boss@elsewhere\.example.*may not sign in/)).toBeVisible();
  await expect(page.getByText('5 of 6 done')).toBeVisible();
  await step(page, 'A backup').click();
  await film(page, 'a-backup');
  const command = (await page.locator('main code').textContent()) ?? '';
  const words = command.replace('npm run kwit -- ', '').replace('/var/backups/kwit', `${day.folder}-backups`);
  type(words.split(' '), day.folder);
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'First steps' })).toHaveCount(0);
  expect(heard).toEqual([]);

  const invitation = await mail.next('person30@example.com');
  const link = /https?:\/\/\S+/.exec(invitation.text)?.[0] ?? '';
  expect(link.startsWith(service.url)).toBe(true);
  const colleague = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await colleague.goto(link);
  await colleague.getByLabel('E-mail address').fill('person30@example.com');
  await colleague.keyboard.press('Enter');
  await expect(colleague.getByLabel('Code')).toBeFocused();
  await expect(colleague.getByText('We have sent a code to')).toBeVisible();
  const code = /\b\d{8}\b/.exec((await mail.next('person30@example.com', /\b\d{8}\b/)).text)?.[0] ?? '';
  await colleague.keyboard.type(code);
  await colleague.getByRole('main').getByRole('link', { name: 'Report something' }).first().click();
  await expect(colleague.getByLabel('Title')).toBeVisible();
  await film(colleague, 'a-colleague-reports');
});

story('the first steps fit a phone, in Polish', async ({ browser, day }) => {
  const context = await browser.newContext({ baseURL: day.service.url, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await becomeDeveloper(page, day);
  await page.evaluate(async () => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${localStorage.getItem('kwit.token')}`,
    };
    await fetch('/api/auth/me', { method: 'PATCH', headers, body: JSON.stringify({ language: 'pl' }) });
    localStorage.setItem('kwit.language', 'pl');
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pierwsze kroki' })).toBeVisible();
  for (const name of ['Poczta', 'Współpracownicy']) {
    await step(page, name).click();
    await settle(page);
    expect(await wrongLooks(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Ukryj' }).click();
  await expect(page.getByRole('heading', { name: 'Pierwsze kroki' })).toHaveCount(0);
});
