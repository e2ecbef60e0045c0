import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InboundMail } from '#contract/mail-in.ts';
import { describeMailbox, MailboxReader } from '#mail-in';
import { ImapServer } from '#testing/imap-server.ts';
import { MAIL_DOMAIN, MAIL_SERVER, VERIFIED, writtenMail } from '#testing/incoming-mail.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

const report = (n: number | string) =>
  writtenMail(
    { From: `person${Number(n) % 5}@example.com`, To: `report@${MAIL_DOMAIN}`, Subject: `Printer ${n} is out` },
    `No toner in ${n}.`,
    [VERIFIED],
  );

const DAY = 86_400_000;

/** Switches mail in on, as the form of a Kwit does that reads a mailbox. */
async function readingFrom(app: App, server: ImapServer, port: number, more: object = {}) {
  const text = `imap://kwit@127.0.0.1:${port}/INBOX`;
  const dev = await app.cast.dev;
  const values = { mail_in_domain: MAIL_DOMAIN, mail_in_authserv_id: MAIL_SERVER, force: true };
  (await dev.put('/api/mail-in/settings', { ...values, mail_in_imap_password: server.password, ...more })).is(200);
  const reader = new MailboxReader(app.mailIn, text, { error: () => {} });
  const subjects = async () =>
    (await dev.get<InboundMail[]>('/api/mail-in')).is(200).map(({ subject, state }) => `${subject}: ${state}`);
  return { text, dev, reader, subjects };
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

    test('that refuses the password is told in its own words', async (t) => {
      const server = new ImapServer();
      const port = await server.start();
      t.after(() => server.close());
      const { text, reader } = await readingFrom(app(), server, port);
      const source = { given: app().config.settings, sealingKey: app().secrets.sealingKey };
      const context = { actor: null, correlationId: 'test', source: 'mail' as const };
      const look = () => app().runner.read(context, (work) => describeMailbox(work, source, text));
      assert.deepEqual(await look(), ['IMAP: connected to 127.0.0.1.', 'Folders: INBOX, Done.']);
      server.password = 'another';
      await assert.rejects(look(), /Wrong password/);
      await assert.rejects(reader.readNew(), /Wrong password/);
    });
  },
  { MAIL_IN_IMAP: 'imap://kwit@127.0.0.1/INBOX' },
);
