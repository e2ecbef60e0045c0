import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '#contract/sessions.ts';
import type { Settings } from '#contract/settings.ts';
import type { SignedIn } from '#contract/sign-in.ts';
import type { User } from '#contract/users.ts';
import { DAY, MINUTE } from '#platform';
import { type App, onEachDatabase } from '#testing/start-app.ts';

const REQUEST = '/api/auth/request-otp';
const VERIFY = '/api/auth/verify-otp';
const from = (client: string) => ({ 'x-forwarded-for': client });
const wrong = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0');

const asks = ({ stranger }: App, email: string, client = '192.0.2.1', lang?: string) =>
  stranger.post(REQUEST, { email, ...(lang ? { lang } : {}) }, from(client));
const verifies = ({ stranger }: App, email: string, code: string, client = '192.0.2.1') =>
  stranger.post<SignedIn>(VERIFY, { email, code }, from(client));

onEachDatabase('signing in', (app) => {
  test('takes a mailed code once, and makes the user', async () => {
    const email = 'new.person@example.com';
    const answer = await asks(app(), ' New.Person@Example.com ');
    assert.deepEqual(answer.is(200), { success: true });
    assert.equal(answer.headers.get('link'), '</dev/mailbox>; rel="related"');
    const code = app().cast.codeFor(email);
    const { user, token } = (await verifies(app(), email, code)).is(200);
    assert.deepEqual([user.email, user.name, user.role], [email, 'New Person', 'user']);
    assert.equal(String(token).split('.').length, 3);
    (await verifies(app(), email, code)).isRefused(400, 'invalid_or_expired_code');
  });

  test('makes the user in the language that the code was asked in, and changes it no more', async () => {
    for (const [lang, language] of [
      ['pl', 'pl'],
      ['en', 'en'],
      [undefined, 'en'],
    ] as const) {
      const email = `speaks.${lang}@example.com`;
      await asks(app(), email, '192.0.2.1', lang);
      assert.equal((await verifies(app(), email, app().cast.codeFor(email))).is(200).user.language, language);
      await asks(app(), email, '192.0.2.1', language === 'pl' ? 'en' : 'pl');
      assert.equal((await verifies(app(), email, app().cast.codeFor(email))).is(200).user.language, language);
    }
  });

  test('takes no code that is wrong, void, late or guessed at five times', async () => {
    const email = 'careless@example.com';
    await asks(app(), email);
    const first = app().cast.codeFor(email);
    await asks(app(), email);
    if (first !== app().cast.codeFor(email))
      (await verifies(app(), email, first)).isRefused(400, 'invalid_or_expired_code');
    app().clock.advance(10 * MINUTE);
    (await verifies(app(), email, app().cast.codeFor(email))).isRefused(400, 'invalid_or_expired_code');
    await asks(app(), email);
    const code = app().cast.codeFor(email);
    for (let guess = 0; guess < 5; guess += 1)
      (await verifies(app(), email, wrong(code))).isRefused(400, 'invalid_or_expired_code');
    (await verifies(app(), email, code)).isRefused(400, 'invalid_or_expired_code');
  });

  test('is for addresses of allowed domains, well formed', async () => {
    (await asks(app(), 'eve@evil-example.com')).isRefused(400, 'domain_not_allowed');
    (await asks(app(), 'eve@sub.example.com')).isRefused(400, 'domain_not_allowed');
    for (const email of ['', 'eve', 'eve@', '@example.com'])
      assert.deepEqual((await asks(app(), email)).isInvalid(), ['email']);
    assert.deepEqual((await asks(app(), 'a@example.com', '192.0.2.1', 'de')).isInvalid(), ['lang']);
    assert.deepEqual((await verifies(app(), 'a@example.com', 'letters')).isInvalid(), ['code']);
  });

  test('stops a client address after thirty wrong codes, and says when to come back', async () => {
    const client = '198.51.100.7';
    for (let n = 0; n < 30; n += 1)
      (await verifies(app(), `a${n}@example.com`, '00000000', client)).isRefused(400, 'invalid_or_expired_code');
    const refused = await verifies(app(), 'a@example.com', '00000000', client);
    refused.isRefused(429, 'too_many_requests');
    assert.equal(refused.headers.get('retry-after'), '600');
    (await verifies(app(), 'a@example.com', '00000000', '198.51.100.8')).isRefused(400, 'invalid_or_expired_code');
  });

  test('ends by logging out here, by logging out everywhere, and after seven days', async () => {
    const { cast, clock } = app();
    const email = 'leaver@example.com';
    const [first, second, third] = [await cast.signsIn(email), await cast.signsIn(email), await cast.signsIn(email)];
    (await first.post('/api/auth/logout')).is(204);
    (await first.get('/api/auth/me')).isRefused(401, 'unauthorized');
    (await second.get('/api/auth/me')).is(200);
    (await second.post('/api/auth/logout-all')).is(204);
    for (const player of [second, third]) (await player.get('/api/auth/me')).isRefused(401, 'unauthorized');
    const late = await cast.signsIn(email);
    clock.advance(7 * DAY - 1000);
    (await late.get('/api/auth/me')).is(200);
    clock.advance(1000);
    (await late.get('/api/auth/me')).isRefused(401, 'unauthorized');
    const again = await cast.signsIn(late.user.email);
    assert.equal((await again.get<Session[]>('/api/auth/sessions')).is(200).length, 1);
  });

  test('ends when the same client signs in anew, but not by a wrong code', async () => {
    const { cast, mailbox } = app();
    const email = 'returner@example.com';
    const [former, elsewhere] = [await cast.signsIn(email), await cast.signsIn(email)];
    (await former.post('/api/auth/request-otp', { email })).is(200);
    const code = /\b\d{8}\b/.exec(mailbox.list()[0]?.text ?? '')?.[0];
    const wrong = code === '00000000' ? '00000001' : '00000000';
    (await former.post('/api/auth/verify-otp', { email, code: wrong })).isRefused(400, 'invalid_or_expired_code');
    (await former.get('/api/auth/me')).is(200);
    (await former.post('/api/auth/verify-otp', { email, code })).is(200);
    (await former.get('/api/auth/me')).isRefused(401, 'unauthorized');
    (await elsewhere.get('/api/auth/me')).is(200);
  });

  test('can be ended one by one, each by its owner only', async () => {
    const { cast, stranger } = app();
    const email = 'traveller@example.com';
    const [phone, laptop] = [await cast.signsIn(email), await cast.signsIn(email)];
    const guest = await cast.guest();
    const listed = (await laptop.get<Session[]>('/api/auth/sessions')).is(200);
    assert.deepEqual(listed.map(({ current, user_agent }) => [current, user_agent]).toSorted(), [
      [false, 'node'],
      [true, 'node'],
    ]);
    const other = listed.find(({ current }) => !current);
    (await guest.delete(`/api/auth/sessions/${other?.id}`)).isRefused(404, 'session_not_found');
    (await phone.get('/api/auth/me')).is(200);
    (await laptop.delete(`/api/auth/sessions/${other?.id}`)).is(204);
    (await phone.get('/api/auth/me')).isRefused(401, 'unauthorized');
    (await laptop.delete(`/api/auth/sessions/${other?.id}`)).isRefused(404, 'session_not_found');
    assert.equal((await laptop.get<Session[]>('/api/auth/sessions')).is(200).length, 1);
    (await stranger.get('/api/auth/sessions')).isRefused(401, 'unauthorized');
  });

  test('shows people to themselves, and lets them change what is theirs', async () => {
    const guest = await app().cast.guest();
    const body = { name: 'Grace', language: 'pl', email_notify_ticket_status: false };
    const changed = (await guest.patch<User>('/api/auth/me', body)).is(200);
    assert.deepEqual(changed, { ...guest.user, ...body });
    assert.deepEqual((await guest.get('/api/auth/me')).is(200), changed);
    for (const bad of [{ role: 'developer' }, { name: ' ' }, { language: 'de' }, { email_notify_ticket_status: 1 }])
      assert.deepEqual((await guest.patch('/api/auth/me', bad)).isInvalid(), Object.keys(bad));
  });

  test('promotes who is on developer_emails, and refuses a domain taken off the list', async () => {
    const { cast } = app();
    const dev = await cast.signsIn('dev@example.com');
    const guest = await cast.signsIn('rising@example.org');
    assert.equal(guest.user.role, 'user');
    const developer_emails = ['dev@example.com', 'Rising@example.org'];
    (await dev.patch('/api/settings', { developer_emails })).is(200);
    assert.equal((await guest.get<User>('/api/auth/me')).is(200).role, 'user');
    assert.equal((await cast.signsIn('rising@example.org')).user.role, 'developer');
    await asks(app(), 'rising@example.org');
    const code = cast.codeFor('rising@example.org');
    (await dev.patch<Settings>('/api/settings', { allowed_domains: ['EXAMPLE.com'] })).is(200);
    (await asks(app(), 'rising@example.org')).isRefused(400, 'domain_not_allowed');
    (await verifies(app(), 'rising@example.org', code)).isRefused(400, 'domain_not_allowed');
    (await guest.get('/api/auth/me')).is(200);
  });
});

onEachDatabase(
  'the limits',
  (app) => {
    test('allow five codes an address in ten minutes', async () => {
      const email = 'eager@example.com';
      for (let n = 0; n < 5; n += 1) (await asks(app(), email, `192.0.2.${n}`)).is(200);
      app().clock.advance(4 * MINUTE);
      const refused = await asks(app(), email);
      refused.isRefused(429, 'too_many_requests');
      assert.equal(refused.headers.get('retry-after'), '360');
      app().clock.advance(6 * MINUTE);
      (await asks(app(), email)).is(200);
    });

    test('allow five codes however many are asked for at the same moment', async () => {
      const answers = Array.from({ length: 20 }, (_, n) => asks(app(), 'hasty@example.com', `192.0.2.${100 + n}`));
      const granted = (await Promise.all(answers)).filter(({ status }) => status === 200);
      assert.equal(granted.length, 5);
    });

    test('allow so many writes a minute to each, and any number of reads', async () => {
      const { cast, clock } = app();
      const [first, second] = [await cast.guest(), await cast.guest()];
      for (let n = 0; n < 5; n += 1) await first.opens();
      clock.advance(15_000);
      const refused = await first.opening();
      refused.isRefused(429, 'too_many_requests');
      assert.equal(refused.headers.get('retry-after'), '45');
      (await first.lists()).is(200);
      await second.opens();
      clock.advance(45_000);
      await first.opens();
    });
  },
  { OTP_REQUESTS_PER_ADDRESS: '5', WRITES_PER_MINUTE: '5' },
);
