import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InboundMail, InboundMailDetail } from '#contract/mail-in.ts';
import type { Ticket } from '#contract/tickets.ts';
import { MailInWorker } from '#mail-in/serving';
import type { Player } from '#testing/cast.ts';
import {
  MAIL_DOMAIN as DOMAIN,
  writtenMail as mail,
  VERIFIED as PASS,
  openMailIn as poster,
} from '#testing/incoming-mail.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { keepMail } from './inbound/take-mail.ts';

/** A picture of one pixel, with words that make it large enough to be seen. */
const PNG = Buffer.concat([
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
  Buffer.alloc(100, 'x'),
]);

const list = async (dev: Player) => (await dev.get<InboundMail[]>('/api/mail-in')).is(200);

onEachDatabaseAnew('mail in', (app) => {
  test('a notification carries one token three times, and the answer becomes a comment of its reader', async () => {
    const { ada, dev } = await app().cast.all();
    const post = await poster(app(), dev);
    const ticket = await ada.opens();
    (await dev.comments(ticket, 'Please print a test page.\n\nIs it the one from the office?')).is(201);
    for (let n = 0; n < 3; n += 1) await app().worker.runOnce();
    const sent = app()
      .mailbox.list()
      .find(({ to, subject }) => to === 'ada@example.com' && subject.includes('#'));
    const [, token = ''] = /Kwit-Ref: ([a-z2-7]{26})\n$/.exec(sent?.text ?? '') ?? [];
    assert.equal(token.length, 26, 'The last line of the text has the token.');
    assert.match(sent?.html ?? '', new RegExp(`Kwit-Ref: ${token}`));
    const quoted = (sent?.text ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\r\n');
    const answered = quoted.replace(/(Is it the one.*)/, '$1\r\n> > It is.');
    const body = `The test page is fine.\r\n\r\nOn 25 Nov 2026, Kwit <kwit@example.com> wrote:\r\n${answered}`;
    const taken = await post(mail({ From: 'Ada <ada@example.com>' }, body), `r+${token}@${DOMAIN}`);
    assert.deepEqual([taken.status, taken.body.state], [202, 'reply']);
    const { comments } = (await ada.reads(ticket)).is(200);
    const said = comments.at(-1);
    assert.equal(said?.content, 'The test page is fine.\n\n> > It is.');
    const shown = (await dev.get<InboundMailDetail>(`/api/mail-in/${taken.body.id}`)).is(200);
    assert.equal(shown.kept, said?.content, 'What it became is no letter of ours.');
    assert.equal(said?.via_mail, true);
    assert.match(said?.elided ?? '', /Is it the one from the office/);
    assert.doesNotMatch(said?.elided ?? '', /Kwit-Ref/);
    const again = await post(mail({ From: 'Jan <jan@example.com>' }, 'Me too.'), `r+${token}@${DOMAIN}`);
    assert.equal(again.body.state, 'held');
    const [held] = await list(dev);
    assert.deepEqual(
      [held?.reason, held?.ticket_number, held?.from],
      ['other_sender', ticket.number, 'jan@example.com'],
    );
    const detail = (await dev.get<InboundMailDetail>(`/api/mail-in/${held?.id}`)).is(200);
    assert.equal(detail.kept, 'Me too.');
    (await dev.post(`/api/mail-in/${held?.id}/accept`, { as: 'reply' })).is(200);
    const after = (await ada.reads(ticket)).is(200).comments.at(-1);
    assert.equal(after?.content, 'From jan@example.com by mail:\n\nMe too.');
    assert.equal(after?.user_id, dev.id);
    (await dev.post(`/api/mail-in/${held?.id}/accept`, { as: 'reply' })).isRefused(409, 'already_decided');
  });

  test('a verified report becomes a ticket of a new person, who is mailed its number once an hour', async () => {
    const { dev } = await app().cast.all();
    const post = await poster(app(), dev);
    const report = (n: number) =>
      mail({ From: 'Zofia Wrona <zofia@example.com>', Subject: `Fwd: Printer ${n} is out` }, 'No toner.', [PASS]);
    for (const n of [1, 2]) assert.equal((await post(report(n), `report@${DOMAIN}`)).body.state, 'report');
    for (let n = 0; n < 3; n += 1) await app().worker.runOnce();
    const mails = app()
      .mailbox.list()
      .filter(({ to }) => to === 'zofia@example.com');
    assert.equal(mails.length, 1);
    assert.match(mails[0]?.subject ?? '', /Printer 1 is out/);
    const [newest] = (await dev.lists()).is(200);
    assert.deepEqual([newest?.title, newest?.reporter_name], ['Printer 2 is out', 'Zofia Wrona']);
    const held = await post(mail({ From: 'zofia@example.com' }), `report@${DOMAIN}`);
    const refused = await post(mail({ From: 'x@elsewhere.test' }), `report@${DOMAIN}`);
    assert.deepEqual([held.body.state, refused.body.state], ['held', 'refused']);
    assert.deepEqual(
      (await list(dev)).slice(0, 2).map(({ reason }) => reason),
      ['domain_not_allowed', 'unauthenticated'],
    );
  });

  test('a name, a subject or a text of which nothing can be seen is none', async () => {
    const { dev } = await app().cast.all();
    const post = await poster(app(), dev);
    const unseen = '=?utf-8?B?44Wk4qCA?=';
    const From = `${unseen} <nils.lund@example.com>`;
    const taken = await post(mail({ From, Subject: unseen }, 'The toner is empty.', [PASS]), `report@${DOMAIN}`);
    assert.equal(taken.body.state, 'report');
    const [ticket] = (await dev.get<Ticket[]>('/api/tickets')).is(200);
    assert.deepEqual([ticket?.title, ticket?.reporter_name], ['The toner is empty.', 'Nils Lund']);
    const nothing = await post(mail({ From, Subject: unseen }, '\u3164\u200b', [PASS]), `report@${DOMAIN}`);
    assert.equal(nothing.body.state, 'held');
    assert.equal((await list(dev))[0]?.reason, 'nothing_new');
  });

  test('a picture that came in three mails of somebody is of their signature, unless they attach it', async () => {
    const { dev } = await app().cast.all();
    const post = await poster(app(), dev);
    const withPicture = (n: number, disposition = 'inline', content = PNG) =>
      Buffer.from(
        [
          ...[PASS, 'From: zofia@example.com', `Subject: Printer ${n} is out`, `Message-ID: <p${n}@example.com>`],
          ...['MIME-Version: 1.0', 'Content-Type: multipart/related; boundary=b', ''],
          ...['--b', 'Content-Type: text/plain', '', 'No toner.', ''],
          ...['--b', 'Content-Type: image/png; name=logo.png', 'Content-Transfer-Encoding: base64'],
          ...[`Content-Disposition: ${disposition}; filename=logo.png`, 'Content-ID: <logo>', ''],
          ...[content.toString('base64'), '--b--', ''],
        ].join('\r\n'),
      );
    const other = Buffer.concat([PNG, Buffer.from('another')]);
    const filesOf = async (raw: Buffer) => {
      const { body } = await post(raw, `report@${DOMAIN}`);
      const { ticket_id, verdict } = (await dev.get<InboundMailDetail>(`/api/mail-in/${body.id}`)).is(200);
      const ticket = (await dev.get<{ attachments: unknown[] }>(`/api/tickets/${ticket_id}`)).is(200);
      return [ticket.attachments.length, verdict.pictures_left_out ?? 0];
    };
    for (const n of [1, 2, 3]) assert.deepEqual(await filesOf(withPicture(n)), [1, 0]);
    assert.deepEqual(await filesOf(withPicture(4)), [0, 1]);
    assert.deepEqual(await filesOf(withPicture(5, 'attachment')), [1, 0]);
    assert.deepEqual(await filesOf(withPicture(6, 'inline', other)), [1, 0]);
    assert.deepEqual(await filesOf(withPicture(7)), [0, 1]);
  });

  test('a mail with which the process ended three times has failed, and the next one goes on', async () => {
    const { dev } = await app().cast.all();
    const post = await poster(app(), dev);
    const { body } = await post(mail({ From: 'ada@example.com' }), `report@${DOMAIN}`);
    const sql = `update inbound_mails set state = 'waiting', reason = null, done_at = null, lease = null, attempts = 3,
      next_attempt_at = received_at where id = '${body.id}'`;
    await app().database.write((connection) => connection.run({ sql, parameters: [] }));
    await new MailInWorker(app().mailIn, { error: () => {} }).runDue();
    const [failed] = await list(dev);
    assert.deepEqual([failed?.id, failed?.state], [body.id, 'failed']);
    assert.equal((await post(mail({ From: 'ada@example.com' }), `report@${DOMAIN}`)).body.state, 'held');
  });

  test('a wrong signature, an old one, and an address that is none of ours are refused', async () => {
    const { dev } = await app().cast.all();
    const post = await poster(app(), dev);
    const old = Math.floor(app().clock.now() / 1000) - 301;
    assert.equal((await post(mail({}), `report@${DOMAIN}`, { at: old })).status, 401);
    assert.equal((await post(mail({}), `report@${DOMAIN}`, { id: 'm2' })).status, 401);
    assert.equal((await post(mail({}), `somebody@${DOMAIN}`)).status, 400);
    assert.deepEqual(await list(dev), []);
  });

  test('settings that no check has proved are refused, unless they are forced', async () => {
    const { dev } = await app().cast.all();
    (await dev.put('/api/mail-in/settings', { mail_in_domain: DOMAIN })).isRefused(409, 'not_proved');
    const settings = (await dev.put('/api/mail-in/settings', { mail_in_domain: DOMAIN, force: true })).is(200);
    assert.deepEqual(settings, {
      mail_in_domain: DOMAIN,
      mail_in_report: 'report',
      mail_in_reply: 'r',
      mail_in_subaddress: true,
      mail_in_authserv_id: null,
      mail_in_raw_days: 30,
    });
  });

  test('is worked on by whoever keeps it, until the process that did so is gone', async () => {
    const { dev } = await app().cast.all();
    await poster(app(), dev);
    const { mailIn, clock } = app();
    const raw = mail({ From: 'ada@example.com' });
    const taken = { raw, via: 'http', envelopeFrom: null, recipient: `report@${DOMAIN}` } as const;
    const { id } = await keepMail(mailIn.parts.runner, mailIn.parts.files, taken);
    assert.deepEqual(await mailIn.due(10), []);
    clock.advance(121_000);
    assert.deepEqual(await mailIn.due(10), [id]);
  });
});
