import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { InboundMail } from '#contract/mail-in.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import { MailListener } from '#mail-in/serving';
import { MAIL_DOMAIN, openMailIn, VERIFIED, writtenMail } from '#testing/incoming-mail.ts';
import { SmtpClient } from '#testing/smtp-client.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

const REPORT = `report@${MAIL_DOMAIN}`;
const report = (from = 'ada@example.com') => writtenMail({ From: from, Subject: 'It jams' }, 'Again.', [VERIFIED]);

/** Until the test ends: a listener in front of the service. @returns a mail server that speaks with it. */
async function listening(t: TestContext, app: App, protocol: 'lmtp' | 'smtp', path: string | null = null) {
  const address = { host: '127.0.0.1', port: 0, path };
  const listener = new MailListener({ mailIn: app.mailIn, address, protocol, log: { error: () => {} } });
  const port = await listener.start();
  const client = await SmtpClient.connect(path === null ? { host: '127.0.0.1', port } : { path });
  t.after(async () => {
    client.end();
    await listener.stop();
  });
  await client.say(protocol === 'lmtp' ? 'LHLO mx.example.com' : 'EHLO mx.example.com');
  return client;
}

onEachDatabaseAnew('a listener for mails', (app) => {
  const states = async () =>
    (await (await app().cast.dev).get<InboundMail[]>('/api/mail-in'))
      .is(200)
      .map(({ state, via }) => `${via} ${state}`);

  test('says for each recipient what became of the mail, over LMTP at a socket', async (t) => {
    await openMailIn(app(), await app().cast.dev);
    const client = await listening(t, app(), 'lmtp', join(app().dataDir, 'mail.sock'));
    const codes = [];
    codes.push(await client.say('MAIL FROM:<ada@example.com>'));
    for (const to of [REPORT, `somebody@${MAIL_DOMAIN}`, `r+${'a'.repeat(26)}@${MAIL_DOMAIN}`, 'report@elsewhere.test'])
      codes.push(await client.say(`RCPT TO:<${to}>`));
    assert.deepEqual(codes, [250, 250, 550, 250, 550]);
    assert.equal(await client.say('DATA'), 354);
    assert.deepEqual(await client.data(report(), 2), [250, 250]);
    assert.deepEqual((await states()).toSorted(), ['lmtp held', 'lmtp report']);
    await client.say(`MAIL FROM:<x@elsewhere.test>`);
    await client.say(`RCPT TO:<${REPORT}>`);
    await client.say('DATA');
    assert.deepEqual(await client.data(report('x@elsewhere.test'), 1), [550]);
    assert.equal((await states())[0], 'lmtp refused');
  });

  test('takes 50 recipients, 25 MiB, and a mail that is there already', async (t) => {
    const dev = await app().cast.dev;
    await openMailIn(app(), dev);
    const client = await listening(t, app(), 'lmtp');
    await client.say('MAIL FROM:<ada@example.com>');
    for (let n = 0; n < 50; n += 1) assert.equal(await client.say(`RCPT TO:<b+${n}@${MAIL_DOMAIN}>`), 250);
    assert.equal(await client.say(`RCPT TO:<b+51@${MAIL_DOMAIN}>`), 452);
    await client.say('RSET');
    const raw = report();
    for (const _ of [1, 2]) {
      await client.say('MAIL FROM:<ada@example.com>');
      await client.say(`RCPT TO:<${REPORT}>`);
      await client.say('DATA');
      assert.deepEqual(await client.data(raw, 1), [250]);
    }
    assert.deepEqual(await states(), ['lmtp report']);
    assert.equal(app().mailIn.counts.duplicate, 1);
    assert.equal(await client.say(`MAIL FROM:<ada@example.com> SIZE=${26 * 1024 * 1024}`), 552);
    await client.say('MAIL FROM:<ada@example.com>');
    await client.say(`RCPT TO:<${REPORT}>`);
    await client.say('DATA');
    const large = Buffer.concat([report(), Buffer.alloc(25 * 1024 * 1024, `${'x'.repeat(62)}\r\n`)]);
    assert.deepEqual(await client.data(large, 1), [552]);
    const [refused] = (await dev.get<InboundMail[]>('/api/mail-in')).is(200);
    assert.deepEqual([refused?.state, refused?.reason], ['refused', 'too_large']);
  });

  test('gives each recipient all of a mail with a file', async (t) => {
    const dev = await app().cast.dev;
    await openMailIn(app(), dev);
    (await dev.post('/api/projects', { name: 'Lab' })).is(201);
    const log = Buffer.from('It jams on page 3.\n'.repeat(400));
    const mail = writtenMail(
      { From: 'ada@example.com', Subject: 'It jams', 'Content-Type': 'multipart/mixed; boundary=b' },
      `--b\r\n\r\nSee it.\r\n--b\r\nContent-Type: text/plain; name=a.log\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${log.toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n--b--`,
      [VERIFIED],
    );
    // Without an id two mails are two.
    const raw = Buffer.from(mail.toString().replace(/^Message-ID: .*\r\n/m, ''));
    const client = await listening(t, app(), 'lmtp');
    await client.say('MAIL FROM:<ada@example.com>');
    for (const to of [REPORT, `report+lab@${MAIL_DOMAIN}`]) assert.equal(await client.say(`RCPT TO:<${to}>`), 250);
    await client.say('DATA');
    assert.deepEqual(await client.data(raw, 2), [250, 250]);
    const tickets = (await dev.get<{ id: string }[]>('/api/tickets')).is(200);
    assert.equal(tickets.length, 2);
    for (const { id } of tickets) {
      const ticket = (await dev.get<TicketDetail>(`/api/tickets/${id}`)).is(200);
      const files = ticket.attachments.map(({ original_name, size }) => [original_name, size]);
      assert.deepEqual([ticket.description, files], ['See it.', [['a.log', log.length]]]);
    }
  });

  test('is asked to come again where mails of 100 MiB are coming, and has room after them', async (t) => {
    await openMailIn(app(), await app().cast.dev);
    const client = await listening(t, app(), 'smtp');
    const begin = async (sender: SmtpClient, more = '') => {
      await sender.say(`MAIL FROM:<ada@example.com>${more}`);
      await sender.say(`RCPT TO:<${REPORT}>`);
      assert.equal(await sender.say('DATA'), 354);
    };
    const others = [await client.another(), await client.another(), await client.another(), await client.another()];
    for (const other of others.slice(1)) await begin(other);
    await begin(client, ' SIZE=1000');
    assert.deepEqual(await client.data(report(), 1), [250]);
    for (const other of others.slice(0, 1)) await begin(other);
    await begin(client, ' SIZE=1000');
    assert.deepEqual(await client.data(report(), 1), [451]);
    for (const other of others) assert.deepEqual(await other.data(report(), 1), [250]);
    await begin(client);
    assert.deepEqual(await client.data(report(), 1), [250]);
    for (const other of others) other.end();
  });

  test('is asked to come again while a thousand mails wait, and refuses everybody while mail in is off', async (t) => {
    const dev = await app().cast.dev;
    const client = await listening(t, app(), 'smtp');
    await client.say('MAIL FROM:<ada@example.com>');
    assert.equal(await client.say(`RCPT TO:<${REPORT}>`), 550);
    await openMailIn(app(), dev);
    assert.equal(await client.say(`RCPT TO:<${REPORT}>`), 250);
    await client.say('DATA');
    assert.deepEqual(await client.data(report(), 1), [250]);
    await app().database.write(async (connection) => {
      const columns =
        'received_at, via, sender, subject, size, reason, attempts, next_attempt_at, lease, raw_file, verdict, message_id, envelope_from, recipient';
      const chosen = columns.replace('raw_file', 'null').replace('reason', 'null');
      const text = (n: number) =>
        `insert into inbound_mails (id, digest, state, ${columns}) select '${crypto.randomUUID()}', 'x${n}', 'waiting', ${chosen} from inbound_mails where digest not like 'x%' limit 1`;
      for (let n = 0; n < 1000; n += 1) await connection.run({ sql: text(n), parameters: [] });
    });
    await client.say('MAIL FROM:<ada@example.com>');
    assert.equal(await client.say(`RCPT TO:<${REPORT}>`), 451);
  });
});
