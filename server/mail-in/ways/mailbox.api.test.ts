import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { InboundMail, InboundMailDetail, MailInCheck } from '#contract/mail-in.ts';
import { MASK } from '#contract/words.ts';
import { describeMailbox, MailboxReader, MailboxSignIn } from '#mail-in';
import { ImapServer } from '#testing/imap-server.ts';
import { MAIL_DOMAIN, MAIL_SERVER, mailPoster, VERIFIED, writtenMail } from '#testing/incoming-mail.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

const report = (n: number | string) =>
  writtenMail(
    { From: `person${Number(n) % 5}@example.com`, To: `report@${MAIL_DOMAIN}`, Subject: `Printer ${n} is out` },
    `No toner in ${n}.`,
    [VERIFIED],
  );

/** The head of a mail as Microsoft 365 delivers it: hops of its own, and a verdict without the name of a server. */
const MICROSOFT_HEAD = [
  'Received: from A.eurprd01.prod.outlook.com (2603:10a6::1) by B.eurprd01.prod.outlook.com with HTTPS; Mon, 1 Jun 2026 08:00:02 +0000',
  'Authentication-Results: spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.com; dkim=none (message not signed)\r\n header.d=none;dmarc=pass action=none header.from=example.com;compauth=pass reason=100',
  'Received-SPF: Pass (protection.outlook.com: domain of example.com designates 192.0.2.1 as permitted sender)',
  'Received: from mail.example.com (192.0.2.1) by C.mail.protection.outlook.com (10.0.0.1) with ESMTP; Mon, 1 Jun 2026 08:00:01 +0000',
];
const atMicrosoft = (n: number) =>
  writtenMail(
    { From: `person${n}@example.com`, To: `report@${MAIL_DOMAIN}`, Subject: `Printer ${n} is out` },
    `No toner in ${n}.`,
    MICROSOFT_HEAD,
  );

/** A provider of tokens. Each refresh token is good once. */
class TokenProvider {
  readonly asked: Record<string, string>[] = [];
  refuses = false;
  /** Whether it gives a refresh token with each token. */
  renews = true;
  readonly host: string;

  constructor(server: Server) {
    this.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.unref().on('request', async (request, response) => {
      const form = Object.fromEntries(new URLSearchParams(await text(request)));
      this.asked.push(form);
      const n = this.asked.length;
      const answer = this.refuses
        ? { error: 'invalid_grant', error_description: `${form.refresh_token} is not known` }
        : {
            access_token: `access-${n}`,
            expires_in: 3600,
            ...(this.renews ? { refresh_token: `refresh-${n}` } : {}),
          };
      response.writeHead(this.refuses ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  }
}

const listening = createServer().listen(0, '127.0.0.1');
await once(listening, 'listening');
const tokens = new TokenProvider(listening);

const DAY = 86_400_000;

/** Switches mail in on, as the form of a Kwit does that reads a mailbox. */
async function readingFrom(app: App, server: ImapServer, port: number, more: object = {}) {
  const text = `imap://kwit@127.0.0.1:${port}/INBOX`;
  const dev = await app.cast.dev;
  const values = { mail_in_domain: MAIL_DOMAIN, mail_in_authserv_id: MAIL_SERVER, force: true };
  (await dev.put('/api/mail-in/settings', { ...values, mail_in_imap_password: server.password, ...more })).is(200);
  const signIn = new MailboxSignIn({ ...app.mailIn.parts, outbound: app.outbound });
  const reader = new MailboxReader(app.mailIn, text, signIn, { error: () => {} });
  const subjects = async () =>
    (await dev.get<InboundMail[]>('/api/mail-in')).is(200).map(({ subject, state }) => `${subject}: ${state}`);
  return { text, dev, reader, signIn, subjects };
}

onEachDatabaseAnew(
  'a mailbox that is read',
  (app) => {
    test('gives no mail of the past, each new one once, and moves it when it is kept', async (t) => {
      const server = new ImapServer();
      const port = await server.start();
      t.after(() => server.close());
      for (let n = 0; n < 500; n += 1) server.add(report(n), new Date(app().clock.now() - (n < 450 ? 30 : 1) * DAY));
      const { reader, subjects } = await readingFrom(app(), server, port, { mail_in_imap_move: 'Done' });
      server.add(report('a'), new Date(app().clock.now() + 1000));
      await reader.readNew();
      assert.deepEqual(await subjects(), ['Printer a is out: report']);
      await reader.readNew();
      server.add(report('b'), new Date(app().clock.now() + 2000));
      await reader.readNew();
      assert.deepEqual(await subjects(), ['Printer b is out: report', 'Printer a is out: report']);
      assert.deepEqual(server.moved, [
        [501, 'Done'],
        [502, 'Done'],
      ]);
      assert.equal(server.mails.length, 500);
    });

    test('is read piece by piece', async (t) => {
      const server = new ImapServer();
      const port = await server.start();
      t.after(() => server.close());
      const { dev, reader } = await readingFrom(app(), server, port);
      const long = `${'It jams. '.repeat(100_000)}To the end.`;
      const head = { From: 'ada@example.com', To: `report@${MAIL_DOMAIN}`, Subject: 'Long' };
      server.add(writtenMail(head, long, [VERIFIED]), new Date(app().clock.now() + 1000));
      await reader.readNew();
      const [mail] = (await dev.get<InboundMail[]>('/api/mail-in')).is(200);
      const detail = (await dev.get<InboundMailDetail>(`/api/mail-in/${mail?.id}`)).is(200);
      assert.equal(detail.text.trim(), long);
      assert.ok(server.bodies > 3);
    });

    test('is asked once for what is the past', async (t) => {
      const server = new ImapServer();
      const port = await server.start();
      t.after(() => server.close());
      for (let n = 0; n < 50; n += 1) server.add(report(n), new Date(app().clock.now() - 60_000));
      const { reader, subjects } = await readingFrom(app(), server, port);
      await reader.readNew();
      assert.equal(server.listed, 50);
      await reader.readNew();
      assert.equal(server.listed, 51, 'the last one alone, with which a server answers when none is newer');
      server.add(report('new'), new Date(app().clock.now() + 1000));
      await reader.readNew();
      assert.deepEqual(await subjects(), ['Printer new is out: report']);
    });

    test('keeps no mail unmoved whose move was cut, and takes it once', async (t) => {
      const server = new ImapServer();
      const port = await server.start();
      t.after(() => server.close());
      const { reader, subjects } = await readingFrom(app(), server, port, { mail_in_imap_move: 'Done' });
      server.add(report('a'), new Date(app().clock.now() + 1000));
      server.isCutAtMove = true;
      await assert.rejects(reader.readNew());
      assert.deepEqual(await subjects(), ['Printer a is out: report']);
      server.isCutAtMove = false;
      await reader.readNew();
      assert.deepEqual(server.moved, [[1, 'Done']]);
      assert.deepEqual(await subjects(), ['Printer a is out: report']);
    });

    test('proves itself before mail in is on, and what came before that is the past', async (t) => {
      const server = new ImapServer();
      const port = await server.start();
      t.after(() => server.close());
      const dev = await app().cast.dev;
      (await dev.put('/api/mail-in/settings', { mail_in_imap_password: server.password })).is(200);
      const signIn = new MailboxSignIn({ ...app().mailIn.parts, outbound: app().outbound });
      const text = `imap://kwit@127.0.0.1:${port}/INBOX`;
      const reader = new MailboxReader(app().mailIn, text, signIn, { error: () => {} });
      const draft = { mail_in_domain: MAIL_DOMAIN, mail_in_authserv_id: MAIL_SERVER, mail_in_imap_move: 'Done' };
      const states: string[] = [];
      for (const step of ['round_trip', 'subaddress', 'sender']) {
        const begun = await dev.post<{ id: string }>('/api/mail-in/checks', { step, draft });
        const path = `/api/mail-in/checks/${begun.is(202).id}`;
        const { detail } = (await dev.get<MailInCheck>(path)).is(200);
        const to = /\S+@kwit\.example\.com/.exec(JSON.stringify(detail))?.[0] ?? '';
        const sent = app()
          .mailbox.list()
          .find((mail) => mail.to === to);
        app().clock.advance(1000);
        const back = writtenMail({ From: 'ada@example.com', To: to }, sent?.text ?? 'A try.', [VERIFIED]);
        server.add(back, new Date(app().clock.now()));
        server.add(report(step), new Date(app().clock.now()));
        await reader.readNew();
        states.push(`${step}: ${(await dev.get<MailInCheck>(path)).is(200).state}`);
      }
      assert.deepEqual(states, ['round_trip: green', 'subaddress: green', 'sender: green']);
      app().clock.advance(DAY);
      (await dev.put('/api/mail-in/settings', { ...draft, force: true })).is(200);
      server.add(report('new'), new Date(app().clock.now() + 1000));
      await reader.readNew();
      const mails = (await dev.get<InboundMail[]>('/api/mail-in')).is(200);
      assert.deepEqual(
        mails.map(({ subject }) => subject),
        ['Printer new is out'],
      );
      assert.deepEqual(
        server.moved.map(([, folder]) => folder),
        ['Done'],
      );
    });

    test('is looked at again when its numbers are others, and doubles nothing', async (t) => {
      const server = new ImapServer();
      const port = await server.start();
      t.after(() => server.close());
      server.add(report('old'), new Date(app().clock.now() - DAY));
      const { reader, subjects } = await readingFrom(app(), server, port);
      for (const n of [1, 2]) server.add(report(n), new Date(app().clock.now() + 1000));
      await reader.readNew();
      assert.equal((await subjects()).length, 2);
      server.mails.shift();
      server.renumber();
      server.add(report(3), new Date(app().clock.now() + 2000));
      await reader.readNew();
      assert.deepEqual(
        await subjects(),
        [3, 2, 1].map((n) => `Printer ${n} is out: report`),
      );
      assert.deepEqual(server.moved, []);
    });

    test('is read no further than the head of a mail that is too large, which is refused', async (t) => {
      const server = new ImapServer();
      const port = await server.start();
      t.after(() => server.close());
      const { reader, dev } = await readingFrom(app(), server, port);
      const huge = 25 * 1024 * 1024 + 1;
      server.add(report('huge'), new Date(app().clock.now() + 1000), huge);
      server.add(report('small'), new Date(app().clock.now() + 1000));
      await reader.readNew();
      const mails = (await dev.get<InboundMail[]>('/api/mail-in')).is(200);
      assert.deepEqual(
        mails.map(({ subject, state, reason, size }) => [subject, state, reason, size === huge]),
        [
          ['Printer small is out', 'report', null, false],
          ['Printer huge is out', 'refused', 'too_large', true],
        ],
      );
      assert.equal(server.bodies, 1);
    });

    test('is read with a token that the provider gives for a refresh token, and renews', async (t) => {
      const server = new ImapServer();
      server.accessToken = 'access-1';
      const port = await server.start();
      t.after(() => server.close());
      tokens.asked.length = 0;
      const { dev, reader, subjects } = await readingFrom(app(), server, port, {
        mail_in_imap_password: '',
        mail_in_imap_token_url: `http://${tokens.host}/token`,
        mail_in_imap_client_id: 'kwit',
        mail_in_imap_client_secret: 'the secret of the client',
        mail_in_imap_refresh_token: 'refresh-0',
      });
      const settings = (await dev.get<Record<string, unknown>>('/api/mail-in/settings')).is(200);
      assert.deepEqual(
        [settings.mail_in_imap_refresh_token, settings.mail_in_imap_client_secret, settings.mail_in_imap_password],
        [MASK, MASK, ''],
      );
      server.add(report('a'), new Date(app().clock.now() + 1000));
      await reader.readNew();
      await reader.readNew();
      assert.deepEqual(await subjects(), ['Printer a is out: report']);
      const form = { grant_type: 'refresh_token', client_id: 'kwit', client_secret: 'the secret of the client' };
      assert.deepEqual(tokens.asked, [{ ...form, refresh_token: 'refresh-0' }]);
      app().clock.advance(60 * 60_000);
      server.accessToken = 'access-2';
      await reader.readNew();
      assert.deepEqual(tokens.asked.at(-1), { ...form, refresh_token: 'refresh-1' });
      app().clock.advance(60 * 60_000);
      tokens.refuses = true;
      await assert.rejects(reader.readNew(), (error: Error) => {
        assert.match(error.message, /answers 400: invalid_grant: … is not known/);
        return true;
      });
      tokens.refuses = false;
      const elsewhere = { mail_in_imap_token_url: `http://${tokens.host}/other` };
      (await dev.put('/api/mail-in/settings', elsewhere)).isRefused(400, 'secret_required');
    });

    test('is read as Microsoft 365 has it: in the name of the client, with a token that ends amid a session, or before its time', async (t) => {
      const server = new ImapServer();
      server.accessToken = 'access-1';
      const port = await server.start();
      t.after(() => server.close());
      tokens.asked.length = 0;
      tokens.renews = false;
      t.after(() => {
        tokens.renews = true;
      });
      const ways = {
        mail_in_imap_password: '',
        mail_in_imap_token_url: `http://${tokens.host}/token`,
        mail_in_imap_client_id: 'kwit',
        mail_in_imap_client_secret: 'the secret of the client',
      };
      const form = { grant_type: 'client_credentials', scope: 'https://outlook.office365.com/.default' };
      const client = { client_id: 'kwit', client_secret: 'the secret of the client' };
      const signIn = new MailboxSignIn({ ...app().mailIn.parts, outbound: app().outbound });
      const tried = await describeMailbox(signIn, `imap://kwit@127.0.0.1:${port}/INBOX`, ways);
      assert.equal(tried.length, 2, 'a client is tried before it is saved');
      assert.deepEqual(tokens.asked.splice(0), [{ ...form, ...client }]);
      const { dev, reader, subjects } = await readingFrom(app(), server, port, {
        ...ways,
        mail_in_imap_move: 'Done',
        mail_in_authserv_id: '-',
      });
      const shown = (await dev.get<Record<string, unknown>>('/api/mail-in/settings')).is(200);
      assert.deepEqual([shown.mail_in_imap_client_secret, shown.mail_in_imap_refresh_token], [MASK, '']);
      const names = [1, 2, 3, 4, 5];
      for (const n of names) server.add(atMicrosoft(n), new Date(app().clock.now() + 1000));
      server.mailsOfToken = 2;
      await assert.rejects(reader.readNew());
      assert.deepEqual(await subjects(), ['Printer 2 is out: report', 'Printer 1 is out: report']);
      assert.deepEqual(tokens.asked, [{ ...form, ...client }]);
      // The server knows the token no longer, which would have been good for an hour.
      server.mailsOfToken = Number.POSITIVE_INFINITY;
      server.accessToken = 'access-2';
      await assert.rejects(reader.readNew(), /Wrong token/);
      await reader.readNew();
      await reader.readNew();
      assert.deepEqual(await subjects(), names.map((n) => `Printer ${n} is out: report`).reverse());
      assert.deepEqual(
        server.moved,
        names.map((n) => [n, 'Done']),
      );
      assert.equal(tokens.asked.length, 2);
    });

    test('counts a verdict without the name of a server where the settings say so, and no other way in does', async (t) => {
      const server = new ImapServer();
      const port = await server.start();
      t.after(() => server.close());
      const { dev, reader, subjects } = await readingFrom(app(), server, port, { mail_in_authserv_id: '-' });
      const nameless = (n: string) =>
        writtenMail(
          { From: 'ada@example.com', To: `report@${MAIL_DOMAIN}`, Subject: `Printer ${n} is out` },
          `No toner in ${n}.`,
          ['Authentication-Results: dmarc=pass action=none header.from=example.com'],
        );
      server.add(nameless('a'), new Date(app().clock.now() + 1000));
      await reader.readNew();
      const post = await mailPoster(app(), dev);
      await post(nameless('b'), `report@${MAIL_DOMAIN}`);
      assert.deepEqual(await subjects(), ['Printer b is out: held', 'Printer a is out: report']);
    });

    test('that refuses the password is told in its own words', async (t) => {
      const server = new ImapServer();
      const port = await server.start();
      t.after(() => server.close());
      const { text, reader, signIn } = await readingFrom(app(), server, port);
      const look = (draft = {}) => describeMailbox(signIn, text, draft);
      assert.deepEqual(await look(), ['IMAP: connected to 127.0.0.1.', 'Folders: INBOX, Done.']);
      server.password = 'another';
      await assert.rejects(look(), /Wrong password/);
      await assert.rejects(look({ mail_in_imap_password: MASK }), /Wrong password/);
      const typed = { mail_in_imap_password: 'another', mail_in_imap_move: 'Done' };
      assert.equal((await look(typed)).length, 2, 'a password is tried before it is saved');
      await assert.rejects(look({ ...typed, mail_in_imap_move: 'Gone' }), /no folder Gone. There are: INBOX, Done/);
      await assert.rejects(reader.readNew(), /Wrong password/);
    });
  },
  { MAIL_IN_IMAP: 'imap://kwit@127.0.0.1/INBOX', OUTBOUND_ALLOW: tokens.host },
);
