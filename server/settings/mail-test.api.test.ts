import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { OPEN_SIGHT } from '#access';
import type { MailTestResult, Settings } from '#contract/settings.ts';
import type { Failure } from '#platform';
import { Mailers } from '#platform/serving';
import { MailServer } from '#testing/mail-server.ts';
import { onEachDatabase } from '#testing/start-app.ts';
import { runnerOn } from '../runner.ts';
import { readSettings } from './effective-settings.ts';
import { sendTestMail } from './test-mail.ts';

const SETTINGS = '/api/settings';
const EMAIL = `${SETTINGS}/test-email`;
const SMTP = `${SETTINGS}/test-smtp`;
const to = 'postmaster@example.net';
const UNSET = { mail_provider: null, smtp_host: '', smtp_pass: '', smtp_user: '', ses_session_token: '' };
const SES_KEYS = { ses_access_key_id: 'AKIDEXAMPLE', ses_secret_access_key: 'secret', ses_session_token: 'token-7' };

/** A server in the place of Amazon's, which refuses every key. The services on all databases use it. */
const amazon = createServer((_request, response) => {
  const headers = { 'content-type': 'application/json', 'x-amzn-errortype': 'AccessDeniedException' };
  response.writeHead(403, headers).end('{"message":"Not with token-7."}');
});
amazon.listen(0, '127.0.0.1');
await once(amazon, 'listening');
amazon.unref();
const { port } = amazon.address() as AddressInfo;

const ssh = createTcpServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.2\r\n'));
ssh.listen(0, '127.0.0.1');
await once(ssh, 'listening');
ssh.unref();

const ses = { ...SES_KEYS, ses_region: 'eu-central-1', ses_from: 'kwit@example.com' };

onEachDatabase(
  'a test message',
  (app) => {
    const server = new MailServer();
    before(() => server.start());
    after(() => server.close());
    beforeEach(async () => {
      const { dev } = await app().cast.all();
      (await dev.patch(SETTINGS, UNSET)).is(200);
      server.refusal = null;
      server.received.length = 0;
    });

    test('stays in the built-in mailbox while nothing is set', async () => {
      const { dev } = await app().cast.all();
      for (const path of [EMAIL, SMTP]) {
        const answer = (await dev.post(path, { to })).is(200);
        assert.deepEqual(answer, { success: true, delivered: false, mode: 'dev-fallback' });
      }
      (await dev.patch(SETTINGS, { mail_provider: 'smtp', smtp_host: '' })).is(200);
      assert.equal((await dev.post<MailTestResult>(EMAIL, { to })).is(200).mode, 'dev-fallback');
      const [last] = app().mailbox.list();
      assert.deepEqual([last?.to, last?.subject], [to, 'Test message – Our desk']);
    });

    test('goes over SMTP, in the language of who asks, and says who it was', async () => {
      const { dev } = await app().cast.all();
      (await dev.patch(SETTINGS, server.settings)).is(200);
      for (const language of ['pl', 'en']) {
        (await dev.patch('/api/auth/me', { language })).is(200);
        for (const path of [EMAIL, SMTP])
          assert.deepEqual((await dev.post(path, { to })).is(200), { success: true, delivered: true, mode: 'smtp' });
      }
      assert.deepEqual(
        server.received.map(({ subject }) => subject),
        ['Wiadomość próbna – Our desk', 'Test message – Our desk'].flatMap((subject) => [subject, subject]),
      );
      for (const { recipients, text, html, header } of server.received) {
        assert.deepEqual(recipients, [to]);
        for (const form of [text, html]) assert.match(form ?? '', /Our desk[\s\S]*Dev/);
        assert.equal(header('Auto-Submitted'), 'auto-generated');
      }
    });

    test('that is refused tells a developer why, and nobody who asks for a code', async () => {
      const { cast, stranger } = app();
      const { dev } = await cast.all();
      (await dev.patch(SETTINGS, { ...server.settings, smtp_pass: 'hunter2' })).is(200);
      server.refusal = 'Mailbox   quota of hunter2 is used up';
      for (const path of [EMAIL, SMTP]) {
        const { message } = (await dev.post(path, { to })).isRefused(502, 'mail_delivery_failed');
        assert.match(message, /Mailbox quota of \*{8} is used up/);
      }
      const answer = await stranger.post('/api/auth/request-otp', { email: 'ada@example.com' });
      assert.doesNotMatch(answer.isRefused(503, 'mail_delivery_failed').message, /quota/);
    });

    test('says the same of whatever does not greet as a mail server, and then at most 500 characters of its words', async () => {
      const { dev } = await app().cast.all();
      const words = async (smtp: { smtp_host: string; smtp_port: number }) => {
        (await dev.patch(SETTINGS, { ...server.settings, ...smtp })).is(200);
        return (await dev.post(SMTP, { to })).isRefused(502, 'mail_delivery_failed').message;
      };
      // A server that does not speak SMTP; port 1, where nobody listens; 169.254.169.254, which nobody may ask.
      const answers = new Set([
        await words({ smtp_host: '127.0.0.1', smtp_port: (ssh.address() as AddressInfo).port }),
        await words({ smtp_host: '127.0.0.1', smtp_port: 1 }),
        await words({ smtp_host: '169.254.169.254', smtp_port: 80 }),
      ]);
      assert.equal(answers.size, 1);
      assert.match([...answers].join(), /^The message did not go out: No mail server answered at that host and port\./);
      server.refusal = 'long '.repeat(500);
      const long = await words({ smtp_host: '127.0.0.1', smtp_port: server.settings.smtp_port });
      assert.equal(long.length, 'The message did not go out: '.length + 500);
    });

    test('tries SMTP on request, whichever provider is chosen', async () => {
      const { dev } = await app().cast.all();
      (await dev.patch(SETTINGS, { ...ses, mail_provider: 'ses' })).is(200);
      assert.equal((await dev.post<MailTestResult>(SMTP, { to })).is(200).mode, 'dev-fallback');
      const { message } = (await dev.post(EMAIL, { to })).isRefused(502, 'mail_delivery_failed');
      assert.match(message, /Not with \*{8}\./);
      for (const mail_provider of ['ses', null]) {
        (await dev.patch(SETTINGS, { ...server.settings, mail_provider })).is(200);
        assert.deepEqual((await dev.post(SMTP, { to })).is(200), { success: true, delivered: true, mode: 'smtp' });
        assert.equal((await dev.get<Settings>(SETTINGS)).is(200).mail_provider, mail_provider);
      }
      assert.equal(server.received.length, 2);
    });

    test('is for developers, and for one address', async () => {
      const { cast, stranger } = app();
      const { ada, dev } = await cast.all();
      for (const path of [EMAIL, SMTP]) {
        (await stranger.post(path, { to })).isRefused(401, 'unauthorized');
        (await ada.post(path, { to })).isRefused(403, 'forbidden');
        for (const wrong of ['', 'dev', 'a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com', null])
          assert.deepEqual((await dev.post(path, { to: wrong })).isInvalid(), ['to']);
        assert.deepEqual((await dev.post(path, {})).isInvalid(), ['to']);
        assert.deepEqual((await dev.post(path, { to, subject: 'x' })).isInvalid(), ['subject']);
      }
    });

    test('has nowhere to go in production while no provider is set', async () => {
      const { cast, clock, database, secrets } = app();
      const { user } = await cast.dev;
      const runner = runnerOn(database, clock);
      const source = { given: {}, sealingKey: secrets.sealingKey };
      const nobody = { actor: null, correlationId: 'test', source: 'test' };
      const settings = await runner.read(nobody, (work) => readSettings(work, source));
      const person = { ...user, credential: { kind: 'session', id: '' } as const, sight: OPEN_SIGHT };
      const sending = sendTestMail(new Mailers({ mailbox: null }), settings, person, to);
      await assert.rejects(sending, { code: 'mail_delivery_failed' });
      const lacking = { ...settings, mail_provider: 'smtp' as const, smtp_host: '' };
      const again = sendTestMail(new Mailers({ mailbox: null }), lacking, person, to);
      await assert.rejects(again, ({ more }: Failure) => /smtp_host/.test(more.message ?? ''));
    });
  },
  { APP_NAME: 'Our desk', SES_ENDPOINT: `http://127.0.0.1:${port}`, OUTBOUND_ALLOW: `127.0.0.1:${port}` },
);
