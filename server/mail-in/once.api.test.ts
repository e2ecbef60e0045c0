import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Askers, TellingResult } from '#contract/askers.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { InboundMail, InboundMailDetail } from '#contract/mail-in.ts';
import { MAIL_BYTES } from '#contract/mail-in-words.ts';
import type { Notice } from '#contract/notices.ts';
import type { TicketDelivery } from '#contract/notifications.ts';
import type { TicketTelling } from '#contract/tellings.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import type { ListedUser, User } from '#contract/users.ts';
import { act, actOf } from '#testing/acts.ts';
import {
  MAIL_DOMAIN as DOMAIN,
  mailTo,
  openMailIn,
  quoting,
  sendAll,
  VERIFIED,
  writtenMail,
} from '#testing/incoming-mail.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

onEachDatabaseAnew(
  'a mail that comes in',
  (app) => {
    /** A ticket of Ada, and what she was mailed about it. */
    const setUp = async () => {
      const { ada, dev } = await app().cast.all();
      const post = await openMailIn(app(), dev);
      const ticket = await ada.opens();
      (await dev.comments(ticket, 'Please print a test page.')).is(201);
      await sendAll(app());
      return { ada, dev, post, ticket, ...mailTo(app(), 'ada@example.com', `#${ticket.number}`) };
    };

    test('is one, however often and where its program sends it', async () => {
      const { dev, post, ticket, token } = await setUp();
      const head = { From: 'Ada <ada@example.com>', 'Message-ID': '<once@example.com>' };
      const reply = `r+${token}@${DOMAIN}`;
      const send = async (raw: Buffer, to: string) => {
        const { body } = await post(raw, to);
        return (await dev.get<InboundMailDetail>(`/api/mail-in/${body.id}`)).is(200);
      };
      const first = await send(writtenMail(head, 'It prints.'), reply);
      const again = await send(writtenMail({ ...head, 'X-Sent': 'again' }, 'It prints.'), reply);
      const report = await send(writtenMail(head, 'It prints.', [VERIFIED]), `report@${DOMAIN}`);
      const unverified = await send(writtenMail(head, 'It prints.'), `report@${DOMAIN}`);
      const unknown = await send(writtenMail(head, 'It prints.', [VERIFIED]), `report+nothing@${DOMAIN}`);
      const lost = await send(writtenMail(head, 'It prints.'), `r+${'a'.repeat(26)}@${DOMAIN}`);
      assert.equal(lost.state, 'held', 'an answer to nothing is no copy of one');
      const copies = [again, report, unverified, unknown];
      assert.deepEqual(
        [first, ...copies].map(({ state }) => state),
        ['reply', ...copies.map(() => 'duplicate')],
      );
      for (const { ticket_number, comment_id } of copies)
        assert.deepEqual([ticket_number, comment_id], [ticket.number, first.comment_id]);
      const others = [
        await send(writtenMail(head, 'It prints now.'), reply),
        await send(writtenMail({ ...head, 'Message-ID': '<twice@example.com>' }, 'It prints.'), reply),
      ];
      app().clock.advance(8 * 86_400_000);
      const late = await post(writtenMail({ ...head, 'X-Sent': 'late' }, 'It prints.'), reply);
      assert.deepEqual([...others.map(({ state }) => state), late.body.state], ['reply', 'reply', 'reply']);
    });

    test('shows nobody a token, nor a link of ours with one, however it was written anew', async () => {
      const { ada, dev, post, ticket, token, text } = await setUp();
      const link = /https:\S+unsubscribe\?token=\S+/.exec(text)?.[0] ?? '';
      assert.ok(link, 'The mail has a link to unsubscribe.');
      const rewritten = `https://eur01.safelinks.example/?url=${encodeURIComponent(link)}&data=05`;
      const quoted = quoting(text).replaceAll(link, rewritten).replaceAll('_', '\\_');
      const raw = writtenMail({ From: 'ada@example.com' }, `It prints.\r\n${rewritten}\r\n\r\n${quoted}`);
      const { body } = await post(raw, `r+${token}@${DOMAIN}`);
      const answer = await dev.get<InboundMailDetail>(`/api/mail-in/${body.id}`);
      const mail = answer.is(200);
      const comment = (await ada.reads(ticket)).is(200).comments.at(-1);
      assert.equal(comment?.content, 'It prints.');
      assert.match(comment?.elided ?? '', /Please print a test page/);
      const secret = new URL(link).searchParams.get('token') ?? '';
      for (const [where, shown] of Object.entries({ mail, comment })) {
        assert.ok(!JSON.stringify(shown).includes(token), `${where} shows the token`);
        assert.ok(!JSON.stringify(shown).includes(secret), `${where} shows the link`);
      }
      assert.equal(mail.recipient, `r+…@${DOMAIN}`);
    });

    test('is without our letter, whatever Kwit would write by now', async () => {
      const { ada, dev, post, ticket, token, text } = await setUp();
      (await dev.patch('/api/settings', { app_name: 'Another desk' })).is(200);
      (await dev.patch(`/api/tickets/${ticket.id}`, { title: 'A title of today', priority: 'low' })).is(200);
      const raw = writtenMail({ From: 'ada@example.com' }, `It prints.\r\n\r\n${text}`);
      assert.equal((await post(raw, `r+${token}@${DOMAIN}`)).body.state, 'reply');
      assert.equal((await ada.reads(ticket)).is(200).comments.at(-1)?.content, 'It prints.');
    });

    test('of a machine is taken by hand where it has words', async () => {
      const { ada, dev, post, ticket, token } = await setUp();
      const machine = { From: 'scanner@example.com', 'Auto-Submitted': 'auto-generated' };
      const [words, none] = [
        await post(writtenMail(machine, 'The toner is empty.'), `r+${token}@${DOMAIN}`),
        await post(writtenMail({ From: 'ada@example.com', 'X-Autoreply': 'yes' }, ''), `r+${token}@${DOMAIN}`),
      ];
      assert.deepEqual([words.body.state, none.body.state], ['machine', 'machine']);
      (await dev.post(`/api/mail-in/${none.body.id}/accept`, { as: 'reply' })).isRefused(409, 'already_decided');
      (await dev.post(`/api/mail-in/${words.body.id}/discard`, {})).isRefused(409, 'already_decided');
      const taken = (await dev.post<InboundMail>(`/api/mail-in/${words.body.id}/accept`, { as: 'reply' })).is(200);
      assert.equal(taken.state, 'reply');
      assert.match((await ada.reads(ticket)).is(200).comments.at(-1)?.content ?? '', /The toner is empty/);
    });

    test("from a remembered address is its person's on all their tickets, until it is taken away", async () => {
      const { ada, dev, post, ticket, token } = await setUp();
      const other = await ada.opens();
      (await dev.comments(other, 'And this one?')).is(201);
      await sendAll(app());
      const second = mailTo(app(), 'ada@example.com', `#${other.number}`).token;
      const home = { From: 'Ada <ada@home.example>' };
      const send = async (words: string, to = token) =>
        (await post(writtenMail(home, words), `r+${to}@${DOMAIN}`)).body;
      const accept = (id: string, body: object) => dev.post<InboundMail>(`/api/mail-in/${id}/accept`, body);
      const listed = async () => (await dev.get<ListedUser[]>(`/api/users?id=${ada.id}`)).is(200)[0]?.mail_addresses;
      const held = await send('From home.');
      assert.equal(held.state, 'held');
      const remember = { as: 'reply', remember: true };
      (await accept(held.id, { ...remember, as: 'report' })).isRefused(400, 'validation_error');
      const strange = (await post(writtenMail(home, 'Who?'), `r+${'a'.repeat(26)}@${DOMAIN}`)).body;
      (await accept(strange.id, { ...remember, ticket_number: ticket.number })).isRefused(400, 'validation_error');
      const colleague = (await post(writtenMail({ From: 'dev@example.com' }, 'Mine.'), `r+${token}@${DOMAIN}`)).body;
      (await accept(colleague.id, remember)).isRefused(409, 'user_exists');
      assert.equal((await accept(held.id, remember)).is(200).state, 'reply');
      assert.deepEqual(await listed(), ['ada@home.example']);
      for (const to of [token, second]) assert.equal((await send(`Again ${to.slice(0, 3)}.`, to)).state, 'reply');
      assert.equal((await ada.reads(other)).is(200).comments.at(-1)?.user_id, ada.id);
      const path = `/api/users/${ada.id}/mail-addresses`;
      (await dev.delete(`${path}/nobody@home.example`)).isRefused(404, 'not_found');
      const forgotten = await dev.delete(`${path}/Ada@home.example`);
      forgotten.is(204);
      assert.equal((await act(dev, actOf(forgotten))).can_undo, false);
      assert.deepEqual(await listed(), []);
      assert.equal((await send('Once more.')).state, 'held');
      const actions = (await dev.get<AuditEntry[]>('/api/audit')).is(200).map(({ action }) => action);
      for (const action of ['mail_address.added', 'mail_address.removed']) assert.ok(actions.includes(action as never));
    });

    test('to the one mailbox for all is an answer where it carries a known token, and else a report', async () => {
      const { dev } = await app().cast.all();
      await openMailIn(app(), dev);
      const projects = { mail_in_report: 'desk', mail_in_reply: 'desk', force: true };
      (await dev.put('/api/mail-in/settings', projects)).is(200);
      const { ada, post, ticket, token } = await setUp();
      const reply = await post(writtenMail({ From: 'ada@example.com' }, 'It prints.'), `Desk+${token}@${DOMAIN}`);
      const report = await post(writtenMail({ From: 'ada@example.com' }, 'No paper.', [VERIFIED]), `desk@${DOMAIN}`);
      assert.deepEqual([reply.body.state, report.body.state], ['reply', 'report']);
      assert.equal((await ada.reads(ticket)).is(200).comments.at(-1)?.content, 'It prints.');
      for (const local of ['b', 'B', 'check-x', 'Check-x'])
        for (const name of ['mail_in_report', 'mail_in_reply'])
          (await dev.put('/api/mail-in/settings', { [name]: local, force: true })).isRefused(400, 'validation_error');
      const typed = { mail_in_domain: 'Kwit.Example.COM', mail_in_report: 'Desk', mail_in_reply: 'DESK' };
      const { mail_in_domain, mail_in_report, mail_in_reply } = (
        await dev.put<typeof typed>('/api/mail-in/settings', typed)
      ).is(200);
      assert.deepEqual([mail_in_domain, mail_in_report, mail_in_reply], [DOMAIN, 'desk', 'desk']);
    });

    test('that brings nothing is held, also where its file is not allowed', async () => {
      const { dev, post } = await setUp();
      const raw = Buffer.from(
        [
          ...[
            VERIFIED,
            'From: ada@example.com',
            'Subject: Installer',
            'Message-ID: <f@example.com>',
            'MIME-Version: 1.0',
          ],
          ...['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', ' ', ''],
          ...['--b', 'Content-Type: application/x-msdownload; name=a.exe', 'Content-Disposition: attachment', ''],
          ...[`MZ${'x'.repeat(400)}`, '--b--', ''],
        ].join('\r\n'),
      );
      const { body } = await post(raw, `report@${DOMAIN}`);
      const mail = (await dev.get<InboundMailDetail>(`/api/mail-in/${body.id}`)).is(200);
      assert.ok(mail.state === 'report' || mail.reason === 'nothing_new');
      const { description } =
        mail.state === 'report'
          ? (await dev.get<{ description: string }>(`/api/tickets/${mail.ticket_id}`)).is(200)
          : { description: '' };
      assert.ok(!/no text, 0 files/.test(description));
    });

    test('that has but prefixes in its subject brings nothing, and an invitation alone is a file', async () => {
      const { dev, post } = await setUp();
      const mailOf = (subject: string, ...lines: string[]) =>
        Buffer.from(
          [VERIFIED, 'From: ada@example.com', `Subject: ${subject}`, 'MIME-Version: 1.0', ...lines].join('\r\n'),
        );
      const empty = await post(mailOf('Re: ', '', '\u00a0\u200b'), `report@${DOMAIN}`);
      assert.equal((await dev.get<InboundMailDetail>(`/api/mail-in/${empty.body.id}`)).is(200).reason, 'nothing_new');
      const event = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'SUMMARY:Look at it', 'END:VEVENT', 'END:VCALENDAR', ''];
      const meeting = mailOf('Printer', 'Content-Type: text/calendar; method=REQUEST', '', ...event);
      const { ticket_id } = (
        await dev.get<InboundMailDetail>(`/api/mail-in/${(await post(meeting, `report@${DOMAIN}`)).body.id}`)
      ).is(200);
      const { attachments } = (await dev.get<TicketDetail>(`/api/tickets/${ticket_id}`)).is(200);
      assert.deepEqual(
        attachments?.map(({ original_name }) => original_name),
        ['file-1.ics.txt'],
      );
    });

    test('that only a program of its receiver opens is held with its file', async () => {
      const { dev, post } = await setUp();
      const head = [VERIFIED, 'From: ada@example.com', 'Subject: Sealed', 'MIME-Version: 1.0'];
      const bytes = Buffer.alloc(300, 'x').toString('base64');
      const sealed: Record<string, string[]> = {
        'smime.p7m': [
          ...['Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m'],
          ...['Content-Transfer-Encoding: base64', '', bytes],
        ],
        'winmail.dat': [
          ...['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', ' ', '--b'],
          ...[
            'Content-Type: application/ms-tnef; name=winmail.dat',
            'Content-Transfer-Encoding: base64',
            '',
            bytes,
            '--b--',
          ],
        ],
        'encrypted.asc': [
          ...['Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b', ''],
          ...['--b', 'Content-Type: application/pgp-encrypted', '', 'Version: 1', '--b'],
          ...['Content-Type: application/octet-stream; name=encrypted.asc', '', '-----BEGIN PGP MESSAGE-----', '--b--'],
        ],
        'message.asc': [
          'Content-Type: text/plain',
          '',
          '-----BEGIN PGP MESSAGE-----',
          '',
          bytes,
          '-----END PGP MESSAGE-----',
        ],
      };
      for (const [name, lines] of Object.entries(sealed)) {
        const raw = Buffer.from([...head, `Message-ID: <${name}@example.com>`, ...lines, ''].join('\r\n'));
        const { body } = await post(raw, `report@${DOMAIN}`);
        const mail = (await dev.get<InboundMailDetail>(`/api/mail-in/${body.id}`)).is(200);
        assert.deepEqual([mail.state, mail.reason], ['held', 'unreadable'], name);
        assert.ok(
          mail.files.some((file) => file.name === name),
          `${name} is among its files`,
        );
      }
    });

    test('pauses mails to an address by three bounces of mails that were sent, not of others', async () => {
      const { ada, dev, post, ticket, token } = await setUp();
      const n = async () =>
        (await dev.get<TicketDelivery[]>(`/api/tickets/${ticket.id}/deliveries`)).is(200).map(({ status }) => status);
      const isPaused = async () =>
        (await dev.get<User[]>('/api/users')).is(200).find(({ id }) => id === ada.id)?.mail_paused_at !== null;
      const bounce = (seq: number, status: string | null, path: string, of = token) =>
        Buffer.from(
          [
            ...[
              `Return-Path: ${path}`,
              'From: Mail <mailer-daemon@mx.example.com>',
              `Message-ID: <${crypto.randomUUID()}@mx>`,
            ],
            ...(status === null
              ? ['Content-Type: text/plain', '', 'Nobody is there.', `Message-ID: <r.${of}.${seq}@${DOMAIN}>`, '']
              : [
                  ...['Content-Type: multipart/report; report-type=delivery-status; boundary=b', ''],
                  ...['--b', 'Content-Type: message/delivery-status', '', `Action: failed`, `Status: ${status}`, ''],
                  ...[
                    '--b',
                    'Content-Type: text/rfc822-headers',
                    '',
                    `Message-ID: <r.${of}.${seq}@${DOMAIN}>`,
                    '',
                    '--b--',
                    '',
                  ],
                ]),
          ].join('\r\n'),
        );
      for (const words of ['One.', 'Two.', 'Three.']) {
        (await dev.comments(ticket, words)).is(201);
        await sendAll(app());
        app().clock.advance(60_000);
      }
      const to = `b+${token}@${DOMAIN}`;
      const [a, b, c] = [2, 3, 4];
      for (const raw of [
        bounce(a, '5.1.1', '<x@example.com>'),
        bounce(a, '5.1.1', '<>', 'a'.repeat(26)),
        bounce(9999, '5.1.1', '<>'),
        bounce(a, '4.2.2', '<>'),
      ])
        assert.equal((await post(raw, to)).body.state, 'bounce');
      assert.ok(!(await n()).includes('bounced'));
      for (const raw of [
        bounce(a, '5.1.1', '<>'),
        bounce(a, '5.1.1', '<>'),
        bounce(b, null, '<>'),
        bounce(a, '5.0.0', '<>'),
      ])
        assert.equal((await post(raw, to)).body.state, 'bounce');
      assert.equal((await n()).filter((status) => status === 'bounced').length, 2);
      const lines = (await dev.get<TicketTelling[]>(`/api/tickets/${ticket.id}/tellings`)).is(200);
      assert.equal(lines.filter(({ state }) => state === 'bounced').length, 2);
      assert.equal(await isPaused(), false);
      assert.equal((await post(bounce(c, '5.1.1', '<>'), to)).body.state, 'bounce');
      assert.equal(await isPaused(), true);
      // Ada gets the notice alone, and the developer hears why.
      const { askers } = (await dev.get<Askers>(`/api/tickets/${ticket.id}/askers`)).is(200);
      assert.deepEqual(
        askers.map(({ id, cannot }) => ({ id, cannot })),
        [{ id: ada.id, cannot: 'bounced' }],
      );
      const closing = { status: 'closed', closure_summary: 'The server takes mails again.' };
      (await dev.patch(`/api/tickets/${ticket.id}`, closing)).is(200);
      const { comments } = (await dev.reads(ticket)).is(200);
      const answer = comments.find(({ is_closure_summary }) => is_closure_summary)?.id;
      const note = { what: 'again', note: 'It works.' };
      const telling = (await dev.post<TellingResult>(`/api/answers/${answer}/tell`, note)).is(200);
      const notices = (await ada.get<Notice[]>('/api/notices')).is(200);
      assert.ok(notices.some(({ reason }) => reason === 'told'));
      assert.deepEqual(telling, { told: 0, left: [{ id: ada.id, cannot: 'bounced' }] });
    });

    test('that programs post is refused before it is read', async () => {
      const { dev } = await app().cast.all();
      const head = { 'content-type': 'message/rfc822', 'kwit-recipient': `report@${DOMAIN}` };
      const post = async (headers: Record<string, string>) => {
        const answer = await fetch(`${app().address}/api/mail-in/raw`, {
          method: 'POST',
          headers: { ...head, ...headers },
          body: 'x',
        });
        return [answer.status, ((await answer.json()) as { error: string }).error];
      };
      assert.deepEqual(await post({}), [404, 'not_found']);
      (await dev.post('/api/mail-in/secret', {})).is(201);
      const at = String(Math.floor(app().clock.now() / 1000));
      const good = { 'webhook-id': 'm', 'webhook-timestamp': at, 'webhook-signature': `v1,${'A'.repeat(43)}=` };
      for (const bad of [
        {},
        good,
        { ...good, 'webhook-id': 'x'.repeat(201) },
        { ...good, 'webhook-timestamp': '1' },
        { ...good, 'webhook-signature': 'v1,short' },
      ])
        assert.deepEqual(await post(bad), [401, 'unauthorized']);
    });

    test('has 25 MiB, whether or not it says so before, and comes whole', { timeout: 60_000 }, async () => {
      const dev = await app().cast.dev;
      const post = await openMailIn(app(), dev);
      const mail = (bytes: number) => {
        const head = writtenMail({ From: 'ada@example.com', Subject: 'Large' }, '', [VERIFIED]);
        return Buffer.concat([head, Buffer.alloc(bytes - head.length, 'It jams. ')]);
      };
      for (const isSaid of [true, false]) {
        const { status, body } = await post(mail(MAIL_BYTES + 1), `report@${DOMAIN}`, { isSaid });
        assert.deepEqual([status, body.error], [413, 'payload_too_large']);
        const raw = mail(MAIL_BYTES - (isSaid ? 0 : 1));
        const taken = await post(raw, `report@${DOMAIN}`, { isSaid });
        assert.equal(taken.status, 202);
        const { bytes } = await dev.get(`/api/mail-in/${taken.body.id}/raw`);
        assert.ok(bytes.equals(raw));
      }
    });
  },
  { APP_URL: 'https://kwit.example.com' },
);
