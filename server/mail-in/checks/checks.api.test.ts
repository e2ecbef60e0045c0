import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailInCheck, MailInStatus } from '#contract/mail-in.ts';
import type { Player } from '#testing/cast.ts';
import { MAIL_DOMAIN, MAIL_SERVER, mailPoster, quoting, VERIFIED, writtenMail } from '#testing/incoming-mail.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { type as typed } from '#testing/typed-command.ts';

const SETTINGS = '/api/mail-in/settings';
const VALUES = { mail_in_domain: MAIL_DOMAIN, mail_in_authserv_id: MAIL_SERVER };

const begin = async (dev: Player, step: string, draft: object = VALUES) =>
  (await dev.post<{ id: string }>('/api/mail-in/checks', { step, draft })).is(202).id;
const shown = async (dev: Player, id: string) => (await dev.get<MailInCheck>(`/api/mail-in/checks/${id}`)).is(200);
const textOf = ({ detail }: MailInCheck) => detail.map(({ text }) => text).join('\n');

onEachDatabaseAnew('the steps that prove mail in', (app) => {
  test('green for the way in and the round trip let exactly these values be saved', async () => {
    const dev = await app().cast.dev;
    const none = await shown(dev, await begin(dev, 'way_in'));
    assert.equal(none.state, 'red');
    assert.match(textOf(none), /MAIL_IN_LISTEN/);
    const post = await mailPoster(app(), dev);
    assert.equal((await shown(dev, await begin(dev, 'way_in'))).state, 'green');
    const id = await begin(dev, 'round_trip');
    (await dev.put(SETTINGS, VALUES)).isRefused(409, 'not_proved');
    const [sent] = app().mailbox.list();
    assert.match(sent?.to ?? '', /^check-[a-z2-7]{26}@kwit\.example\.com$/);
    const received = [
      'Received: from b by mx.example.com; Fri, 27 Nov 2026 10:00:09 +0000',
      'Received: from a by b.example.com; Fri, 27 Nov 2026 10:00:02 +0000',
    ];
    const back = writtenMail({ From: 'kwit@example.com' }, sent?.text, received);
    assert.deepEqual(
      [(await post(back, sent?.to ?? '')).body.state, (await shown(dev, id)).state],
      ['machine', 'green'],
    );
    assert.match(textOf(await shown(dev, id)), /b\.example\.com: 0 s\nmx\.example\.com: 7 s$/);
    (await dev.put(SETTINGS, { ...VALUES, mail_in_reply: 'reply' })).isRefused(409, 'not_proved');
    (await dev.put(SETTINGS, VALUES)).is(200);
    assert.equal(await app().mailIn.waiting(), 0);
    assert.match((await typed(app(), 'mail-in', 'status')).said, /on for kwit\.example\.com\.\nNo mail has come yet/);
    const tried = await typed(app(), 'mail-in', 'check');
    assert.deepEqual([tried.code, tried.said], [0, 'Programs may post mails to /api/mail-in/raw.']);
  });

  test('a mail that does not come names what stopped it, in the language of who reads it', async () => {
    const dev = await app().cast.dev;
    const ids = await Promise.all(['round_trip', 'subaddress', 'sender', 'reply'].map((step) => begin(dev, step)));
    const first = await begin(dev, 'round_trip');
    assert.match(textOf(await shown(dev, ids[0] ?? '')), /Another run of this step began/);
    app().clock.advance(10 * 60_000);
    const lasts = await Promise.all([first, ...ids.slice(1)].map((id) => shown(dev, id)));
    assert.deepEqual(
      lasts.map(({ state, detail }) => [state, detail.at(-1)?.text]),
      [
        ['red', 'The provider accepted the mail, and it was not seen here.'],
        ['red', 'Your provider drops sub-addresses: one carrier less. Switch them off.'],
        ['red', 'No mail came.'],
        ['red', 'No answer came.'],
      ],
    );
    (await dev.patch('/api/auth/me', { language: 'pl' })).is(200);
    const { checks } = (await dev.get<MailInStatus>('/api/mail-in/status')).is(200);
    assert.match(checks.find(({ step }) => step === 'subaddress')?.detail.at(-1)?.text ?? '', /gubi adresy z plusem/);
    assert.equal(checks[0]?.draft.mail_in_domain, MAIL_DOMAIN);
  });

  test('the sender check tells who is verified, and a reply what arrived, what is kept and what is cut', async () => {
    const dev = await app().cast.dev;
    const post = await mailPoster(app(), dev);
    const send = async (step: string, raw: Buffer, to: RegExp | string) => {
      const id = await begin(dev, step);
      const address = typeof to === 'string' ? to : (to.exec(textOf(await shown(dev, id)))?.[0] ?? '');
      await post(raw, address);
      return shown(dev, id);
    };
    const there = /check-\S+@kwit\.example\.com/;
    const unverified = await send('sender', writtenMail({ From: 'ada@example.com' }), there);
    assert.deepEqual(
      [unverified.state, unverified.detail.at(-1)?.text],
      ['red', 'No such header: reports by mail stay held; replies work all the same.'],
    );
    const verified = await send('sender', writtenMail({ From: 'ada@example.com' }, '', [VERIFIED]), there);
    assert.deepEqual([verified.state, /ada@example\.com is verified/.test(textOf(verified))], ['green', true]);

    const tried = await begin(dev, 'subaddress');
    const [plus] = app().mailbox.list();
    assert.match(plus?.to ?? '', /^r\+[a-z2-7]{26}@/);
    await post(writtenMail({ From: 'kwit@example.com' }, plus?.text), `r@${MAIL_DOMAIN}`);
    const dropped = await shown(dev, tried);
    assert.deepEqual([dropped.state, /drops sub-addresses/.test(textOf(dropped))], ['red', true]);

    const id = await begin(dev, 'reply', { ...VALUES, mail_in_subaddress: false });
    const [letter] = app().mailbox.list();
    assert.equal(letter?.to, 'dev@example.com');
    const answer = writtenMail({ From: 'dev@example.com' }, `Arrived.\r\n\r\n${quoting(letter?.text ?? '')}`);
    assert.equal((await post(answer, `r@${MAIL_DOMAIN}`)).body.state, 'machine');
    const reply = await shown(dev, id);
    assert.equal(reply.state, 'green');
    const text = textOf(reply);
    assert.match(text, /with its \+: was dropped\.\n.*References: was dropped\.\n.*Kwit-Ref: arrived\./);
    assert.match(text, /\nKept: Arrived\.\nCut: On 25 Nov/);
    assert.equal((await shown(dev, await begin(dev, 'machine'))).state, 'green');
    const stray = await post(writtenMail({ From: 'dev@example.com' }, 'Nothing of a check.'), `r@${MAIL_DOMAIN}`);
    assert.equal(stray.status, 400, 'Mail in is off: only mails of checks come in.');
  });

  test('checks run thirty times an hour', async () => {
    const dev = await app().cast.dev;
    for (let n = 0; n < 30; n += 1) await begin(dev, 'machine');
    (await dev.post('/api/mail-in/checks', { step: 'machine', draft: VALUES })).isRefused(429, 'too_many_requests');
  });
});
