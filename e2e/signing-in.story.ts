/** The ways to sign in beside the mailed code: the company's account, passkeys, and the link of the command line. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type CompanyProvider, openCompanyProvider } from '../server/testing/company-provider.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { startService } from './service.ts';

const DEV = 'dev@example.com';
const EWA = 'ewa@example.com';
const CLIENT = { id: 'kwit', secret: 'a secret that the provider made' };
const KWIT = fileURLToPath(new URL('../bin/kwit.ts', import.meta.url));

interface Door {
  url: string;
  folder: string;
  mail: Mailbox;
  provider: CompanyProvider;
}

const story = base.extend<{ door: Door }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for
  door: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'kwit-door-'));
    const [mail, provider] = await Promise.all([openMailbox(), openCompanyProvider(['it'])]);
    const service = await startService(folder, {
      ALLOWED_DOMAINS: 'example.com',
      DEVELOPER_EMAILS: `${DEV},${EWA}`,
      MAIL_PROVIDER: 'smtp',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mail.port),
      SMTP_FROM: 'Kwit <kwit@example.com>',
      OUTBOUND_ALLOW: provider.host,
      OUTBOX_POLL_MS: '50',
    });
    // A passkey is bound to a host name: an address of numbers has none.
    const url = service.url.replace('127.0.0.1', 'localhost');
    provider.knows({ ...CLIENT, origin: url });
    await use({ url, folder, mail, provider });
    await service.stop();
    await Promise.all([mail.close(), provider.close()]);
    await rm(folder, { recursive: true, force: true });
  },
});

/** Signs in by the page, with a mailed code. */
async function entersByCode(page: Page, { mail }: Door, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  const code = /\b\d{8}\b/.exec((await mail.next(email, /\b\d{8}\b/)).text)?.[0] ?? '';
  await page.keyboard.type(code);
}

/** Asks the service with the token of the page. */
const asks = (page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ([method, path, body]) => {
      const response = await fetch(`/api${path}`, {
        method: method as string,
        headers: { authorization: `Bearer ${localStorage.getItem('kwit.token')}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return response.status;
    },
    [method, path, body] as const,
  );

/** A browser that is set up: its owner is a developer, and Kwit knows its own address. */
async function developerIn(context: BrowserContext, door: Door): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${door.url}/login`);
  await entersByCode(page, door, DEV);
  await expect(page.getByRole('link', { name: 'Home' }).first()).toBeVisible();
  expect(await asks(page, 'PATCH', '/settings', { app_url: door.url })).toBe(200);
  expect(await asks(page, 'PATCH', '/auth/me', { language: 'en' })).toBe(200);
  return page;
}

/** An authenticator that always knows its owner. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

const signsOut = async (page: Page) => {
  await page.goto('/me');
  await page.getByRole('button', { name: 'Sign out', exact: true }).last().click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
};

story('the company account is set up by its page, and signs a colleague in', async ({ browser, door }) => {
  const context = await browser.newContext({ baseURL: door.url, locale: 'en-GB' });
  const page = await developerIn(context, door);
  await page.goto('/admin/sign-in');
  await expect(page.getByText(`${door.url}/api/auth/oidc/callback`)).toBeVisible();
  await expect(page.getByText('Nobody has signed in with the company account yet.')).toBeVisible();
  await page.getByLabel('Issuer').fill(door.provider.issuer.replace(/\d$/, '0000'));
  await page.getByLabel('Client ID').fill(CLIENT.id);
  await page.getByLabel('Client secret').fill(CLIENT.secret);
  await page.getByRole('button', { name: 'Check the provider' }).click();
  await expect(page.getByText('Not ready yet')).toBeVisible();
  await page.getByLabel('Issuer').fill(door.provider.issuer);
  await page.getByRole('button', { name: 'Check the provider' }).click();
  await expect(page.getByText('The provider answers as it should')).toBeVisible();
  await page.getByText('Groups, roles and teams').click();
  await page.getByLabel('Groups that may sign in').fill('it');
  await page.getByLabel('Scopes').fill('openid email profile groups');
  await page.getByRole('region', { name: 'Company account' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();

  const other = await (await browser.newContext({ baseURL: door.url, locale: 'en-GB' })).newPage();
  const addresses: string[] = [];
  other.on('framenavigated', (frame) => addresses.push(frame.url()));
  await other.goto('/inbox');
  await other.getByRole('link', { name: 'Sign in with the company account' }).click();
  await other.locator('input[name=login]').fill('nina');
  await other.locator('input[name=password]').fill('x');
  await other.keyboard.press('Enter');
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other).toHaveURL(`${door.url}/inbox`);
  const token = (await other.evaluate(() => localStorage.getItem('kwit.token'))) ?? '';
  expect(token.length).toBeGreaterThan(20);
  expect(addresses.filter((address) => address.includes(token))).toEqual([]);
  await other.goto('/me');
  await expect(other.getByText('with the company account')).toBeVisible();

  const attempts = page.getByRole('region', { name: 'The last sign-ins' });
  await page.reload();
  await expect(attempts).toContainText('nina');
  await expect(attempts).toContainText('Signed in');
  await attempts.getByText('What came').click();
  await expect(attempts).toContainText('"email": "nina@example.com"');

  await page.goto('/admin/users');
  await page.getByRole('button', { name: /More .*nina/i }).click();
  await page.getByRole('menuitem', { name: 'Company accounts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Company accounts' });
  await expect(dialog).toContainText(door.provider.issuer);
  await dialog.getByRole('button', { name: 'Unlink' }).click();
  await expect(dialog).toContainText('No company account is linked.');
});

story('the callback’s refusals are sentences, and leave the address clean', async ({ browser, door }) => {
  const context = await browser.newContext({ baseURL: door.url, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto('/login#error=not_in_group');
  await expect(page.getByRole('alert')).toContainText('in no group that may sign in here');
  await expect(page).toHaveURL(`${door.url}/login`);
  await page.goto('/login#error=anything_else');
  await page.reload();
  await page.goto('/login#code=0000000000000000000000000000000000000000000');
  await expect(page.getByRole('alert')).toContainText('wrong or no longer valid');
  await expect(page).toHaveURL(`${door.url}/login`);
  await expect(page.getByLabel('E-mail address')).toBeVisible();
});

story('the command line’s link signs its owner in', async ({ browser, door }) => {
  const context = await browser.newContext({ baseURL: door.url, locale: 'en-GB' });
  await developerIn(context, door);
  const { PATH, HOME } = process.env;
  const ran = spawnSync(process.execPath, [KWIT, 'sign-in', 'link', EWA], {
    env: { PATH, HOME, DATA_DIR: door.folder, ALLOWED_DOMAINS: 'example.com', DEVELOPER_EMAILS: `${DEV},${EWA}` },
    encoding: 'utf8',
  });
  expect(ran.status, ran.stderr).toBe(0);
  const page = await (await browser.newContext({ baseURL: door.url })).newPage();
  await page.goto(ran.stdout.trim());
  await expect(page).toHaveURL(`${door.url}/`);
});

story('a passkey is made, named, signs in without an address, and is removed', async ({ browser, door }) => {
  const context = await browser.newContext({ baseURL: door.url, locale: 'en-GB' });
  const page = await developerIn(context, door);
  await withAuthenticator(page);
  await page.goto('/me');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of the passkey').fill('Laptop');
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  const codes = page.getByRole('dialog', { name: 'Keep these recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(8);
  await codes.getByRole('button', { name: 'I have saved it' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Laptop' });
  await expect(row).toContainText('not used yet');
  await row.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name of the passkey').fill('Work laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Work laptop')).toBeVisible();

  await signsOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(`${door.url}/`);
  await page.goto('/me');
  await expect(page.getByText('with a passkey ·')).toBeVisible();
  await page.getByRole('listitem').filter({ hasText: 'Work laptop' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('You have none.')).toBeVisible();
});

story(
  'a passkey that is required is made at the next sign-in, asked for then, and a code stands for it',
  async ({ browser, door }) => {
    const context = await browser.newContext({ baseURL: door.url, locale: 'en-GB' });
    const admin = await developerIn(context, door);
    await admin.goto('/admin/sign-in');
    await admin.getByRole('region', { name: 'Codes and passkeys' }).getByText('Developers', { exact: true }).click();
    await admin.getByRole('region', { name: 'Codes and passkeys' }).getByRole('button', { name: 'Save' }).click();
    await expect(admin.getByText('Saved')).toBeVisible();

    const page = await (await browser.newContext({ baseURL: door.url, locale: 'en-GB' })).newPage();
    await withAuthenticator(page);
    await page.goto('/login');
    await entersByCode(page, door, EWA);
    await expect(page.getByRole('heading', { name: 'Make your passkey' })).toBeVisible();
    // Leaving leads back to it, and to nothing else.
    await page.goto('/board');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await entersByCode(page, door, EWA);
    await page.getByRole('button', { name: 'Make a passkey' }).click();
    await expect(page.getByRole('heading', { name: 'Keep these recovery codes' })).toBeVisible();
    const [recovery = ''] = await page.getByRole('listitem').allInnerTexts();
    await page.getByRole('button', { name: /I have saved them/ }).click();
    await expect(page).toHaveURL(`${door.url}/board`);

    await signsOut(page);
    await entersByCode(page, door, EWA);
    await page.getByRole('button', { name: 'Use my passkey' }).click();
    await expect(page).toHaveURL(`${door.url}/`);

    await signsOut(page);
    await entersByCode(page, door, EWA);
    await page.getByRole('button', { name: 'My passkey is not here' }).click();
    await page.getByLabel('Recovery code').fill('wrong-wrong-wron');
    await page.keyboard.press('Enter');
    await expect(page.getByText('wrong or no longer valid')).toBeVisible();
    await page.getByLabel('Recovery code').fill(recovery);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${door.url}/`);
  },
);
