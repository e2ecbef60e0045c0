/** Starts Kwit for a story: the server, a new data folder, a real SMTP server and the people. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, test as base, type Locator, type Page } from '@playwright/test';
import { openDatabase } from '#platform';
import { seed } from '../bench/seed.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { ROOT, type Service, ServiceHost } from './service.ts';

/** Ada and Jan report; Dev and Ewa are developers. */
export const CAST = {
  ada: 'ada@example.com',
  jan: 'jan@example.com',
  dev: 'dev@example.com',
  ewa: 'ewa@example.com',
} as const;
export type Person = keyof typeof CAST;

export interface Kwit {
  url: string;
  mail: Mailbox;
  /** Signs in through the API and returns the token. */
  token: (person: Person) => Promise<string>;
  call: <T>(person: Person, method: string, path: string, body?: unknown) => Promise<T>;
  /** Types a command of `kwit` beside the service. */
  type: (...words: string[]) => Promise<void>;
}

const settings = (mail: Mailbox): Record<string, string> => ({
  ALLOWED_DOMAINS: 'example.com',
  DEVELOPER_EMAILS: `${CAST.dev},${CAST.ewa}`,
  MAIL_PROVIDER: 'smtp',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(mail.port),
  SMTP_FROM: 'Kwit <kwit@example.com>',
  OTP_REQUESTS_PER_ADDRESS: '1000',
  OTP_REQUESTS_PER_CLIENT: '1000',
  WRITES_PER_MINUTE: '100000',
  OUTBOX_POLL_MS: '50',
});

async function startWith(host: ServiceHost, tickets: number, folder: string, mail: Mailbox): Promise<Service> {
  if (tickets > 0) {
    const database = await openDatabase({ dataDir: folder, databaseUrl: null }, Date.now());
    await seed(database, tickets, Date.now());
    await database.close();
  }
  return host.start(folder, settings(mail));
}

async function startKwit(host: ServiceHost, tickets: number): Promise<Kwit & { stop: () => Promise<void> }> {
  const mail = await openMailbox();
  const folder = await mkdtemp(join(tmpdir(), 'kwit-story-'));
  const service = await startWith(host, tickets, folder, mail);
  const { url } = service;

  const tokens = new Map<Person, string>();
  const post = (path: string, body: unknown) =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const token = async (person: Person) => {
    const email = CAST[person];
    await post('/auth/request-otp', { email, lang: 'en' });
    const code = /\b\d{8}\b/.exec((await mail.next(email, /\b\d{8}\b/)).text)?.[0];
    const answer = await post('/auth/verify-otp', { email, code });
    if (!answer.ok) throw new Error(`${email} was not signed in: ${await answer.text()}`);
    return ((await answer.json()) as { token: string }).token;
  };
  const send = (bearer: string, method: string, path: string, body: unknown) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  const call = async <T>(person: Person, method: string, path: string, body?: unknown): Promise<T> => {
    const fresh = async () => {
      const bearer = await token(person);
      tokens.set(person, bearer);
      return bearer;
    };
    let response = await send(tokens.get(person) ?? (await fresh()), method, path, body);
    // The story has ended the session.
    if (response.status === 401) response = await send(await fresh(), method, path, body);
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  };
  // The address is known only now: the server chooses its port when it starts.
  await call('dev', 'PATCH', '/settings', { app_url: url });
  // A team that works has done them: e2e/first-start.story.ts begins before.
  await call('dev', 'PATCH', '/setup/steps', { is_put_away: true });
  const type = async (...words: string[]) => {
    const env = { ...process.env, DATA_DIR: folder };
    await promisify(execFile)(process.execPath, ['bin/kwit.ts', ...words], { cwd: ROOT, env });
  };
  const stop = async () => {
    await service.stop();
    await mail.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { url, mail, token, call, type, stop };
}

export type Language = 'pl' | 'en';

export interface Look {
  language?: Language;
  theme?: 'light' | 'dark';
  width?: number;
}

/** Opens a page on which a person is signed in, or nobody. */
export async function openedBy(browser: Browser, kwit: Kwit, who: Person | 'nobody', look: Look = {}): Promise<Page> {
  const width = look.width ?? 1366;
  const context = await browser.newContext({ baseURL: kwit.url, viewport: { width, height: width < 500 ? 844 : 800 } });
  const { language = 'en' } = look;
  const token = who === 'nobody' ? '' : await kwit.token(who);
  if (who !== 'nobody') await kwit.call(who, 'PATCH', '/auth/me', { language });
  // Only at the first load: when a story has ended the session, a reload must not bring it back.
  await context.addInitScript(
    ([bearer, language, theme]) => {
      if (localStorage.getItem('kwit.language')) return;
      if (bearer) localStorage.setItem('kwit.token', bearer);
      localStorage.setItem('kwit.language', language);
      localStorage.setItem('kwit.theme', theme);
    },
    [token, language, look.theme ?? 'light'] as const,
  );
  return context.newPage();
}

/** Chooses from a menu that a labelled field opens. */
export async function choose(within: Page | Locator, label: string | RegExp, choice: string): Promise<void> {
  await within.getByRole('button', { name: label }).click();
  await within.getByRole('menuitemradio', { name: choice, exact: true }).click();
}

/** Tomorrow where the browsers of the stories are, which is not always tomorrow in UTC. */
export function tomorrow(): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw' }).format();
  return new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
}

/** Lets a page hear nothing by the live stream, so that it does not know what happens before it asks. */
export const withoutStream = (page: Page): Promise<unknown> => page.route('**/api/events/stream*', () => {});

/**
 * A Playwright test with a Kwit of its own, so that no story sees what another left. `story.use({ tickets: 10_000 })` starts one
 * with so many tickets, which the stories of a worker share: to fill it takes longer than they do.
 */
export const story = base.extend<{ kwit: Kwit }, { host: ServiceHost; filled: Kwit | null; tickets: number }>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for
    async ({}, use) => {
      const host = new ServiceHost();
      await use(host);
      host.end();
    },
    { scope: 'worker' },
  ],
  tickets: [0, { scope: 'worker', option: true }],
  filled: [
    async ({ host, tickets }, use) => {
      const kwit = tickets === 0 ? null : await startKwit(host, tickets);
      await use(kwit);
      await kwit?.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  kwit: async ({ browser, host, filled }, use) => {
    const { stop, ...kwit } = filled ? { ...filled, stop: async () => {} } : await startKwit(host, 0);
    await use(kwit);
    // Their pages would go on looking for a service that is gone.
    await Promise.all(browser.contexts().map((context) => context.close()));
    await stop();
  },
});

export interface Reported {
  id: string;
  number: number;
}

export const report = (kwit: Kwit, person: Person, title: string, more: object = {}): Promise<Reported> =>
  kwit.call(person, 'POST', '/tickets', { title, description: `${title}, every day since Monday.`, ...more });
