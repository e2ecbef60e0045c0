import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import type { AuditEntry } from '#contract/audit.ts';
import type { Passkey, PasskeyChallenge, RegisteredPasskey, SignedInByPasskey } from '#contract/passkeys.ts';
import type { Session } from '#contract/sessions.ts';
import type { SignedIn, SignInMethods } from '#contract/sign-in.ts';
import { MINUTE } from '#platform';
import { Player } from '#testing/cast.ts';
import { ForgingProvider, SigningBrowser } from '#testing/forging-provider.ts';
import { onEachDatabaseAnew, startApp } from '#testing/start-app.ts';
import { type AnswerFault, VirtualAuthenticator } from '#testing/virtual-authenticator.ts';

const PASSKEYS = '/api/auth/passkeys';
const ORIGIN = 'https://kwit.example.com';
const provider = await ForgingProvider.start();

onEachDatabaseAnew(
  'passkeys',
  (app) => {
    const begins = async (player: Player) =>
      (await player.post<PasskeyChallenge>(`${PASSKEYS}/register/options`)).is(200);
    const registers = async (player: Player, name = 'Phone') => {
      const authenticator = new VirtualAuthenticator(ORIGIN);
      const { challenge_id, options } = await begins(player);
      const credential = authenticator.registers(options);
      const body = { challenge_id, credential, name };
      const registered = (await player.post<RegisteredPasskey>(`${PASSKEYS}/register`, body)).is(201);
      return { authenticator, registered };
    };
    const challenge = async () => (await app().stranger.post<PasskeyChallenge>(`${PASSKEYS}/challenge`)).is(200);
    const verify = (challenge_id: string, credential: object) =>
      app().stranger.post<SignedInByPasskey>(`${PASSKEYS}/verify`, { challenge_id, credential });
    const answers = async (authenticator: VirtualAuthenticator, fault: AnswerFault = {}) => {
      const { challenge_id, options } = await challenge();
      return verify(challenge_id, authenticator.answers(options, fault));
    };

    test('are made, listed, named, used without an address, and removed', async () => {
      const { ada, jan } = await app().cast.all();
      const { authenticator, registered } = await registers(ada);
      assert.equal(registered.recovery_codes?.length, 8);
      assert.equal((await registers(ada, 'Laptop')).registered.recovery_codes, undefined);
      const { token, user } = (await answers(authenticator)).is(200);
      assert.equal(user.id, ada.id);
      const again = new Player(app().address, { token, user });
      const methods = (await again.get<Session[]>('/api/auth/sessions')).is(200).map(({ method }) => method);
      assert.deepEqual(methods.toSorted(), ['code', 'passkey']);
      const path = `${PASSKEYS}/${registered.id}`;
      (await jan.patch(path, { name: 'Mine' })).isRefused(404, 'passkey_not_found');
      (await jan.delete(path)).isRefused(404, 'passkey_not_found');
      assert.equal((await ada.patch<Passkey>(path, { name: 'Old phone' })).is(200).name, 'Old phone');
      const listed = (await ada.get<Passkey[]>(PASSKEYS)).is(200);
      assert.deepEqual(
        listed.map(({ name, suspended_at }) => [name, suspended_at]),
        [
          ['Old phone', null],
          ['Laptop', null],
        ],
      );
      assert.ok(listed[0]?.last_used_at);
      (await ada.delete(path)).is(204);
      (await answers(authenticator)).isRefused(400, 'invalid_or_expired_code');
      const { dev } = await app().cast.all();
      const audit = (await dev.get<AuditEntry[]>('/api/audit')).is(200).map(({ action }) => action);
      assert.deepEqual(
        audit.filter((action) => action.startsWith('passkey')),
        ['passkey.removed', 'passkey.added', 'passkey.added'],
      );
    });

    test('are refused with another origin, host, challenge, key or kind, and without proof of the person', async () => {
      const { ada } = await app().cast.all();
      const { authenticator } = await registers(ada);
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const faults: readonly AnswerFault[] = [
        { origin: 'https://evil.example.net' },
        { origin: 'http://kwit.example.com' },
        { host: 'evil.example.net' },
        { challenge: 'AAAA' },
        { key: privateKey },
        { unverified: true },
        { type: 'webauthn.create' },
      ];
      for (const fault of faults) (await answers(authenticator, fault)).isRefused(400, 'invalid_or_expired_code');
      for (const fault of faults.filter(({ key }) => key === undefined)) {
        const { challenge_id, options } = await begins(ada);
        const forged = new VirtualAuthenticator(ORIGIN).registers(options, {
          ...fault,
          ...(fault.type ? { type: 'x' } : {}),
        });
        const body = { challenge_id, credential: forged, name: 'Forged' };
        (await ada.post(`${PASSKEYS}/register`, body)).isRefused(400, 'invalid_or_expired_code');
      }
      (await answers(new VirtualAuthenticator(ORIGIN))).isRefused(400, 'invalid_or_expired_code');
      (await verify('x', {})).isRefused(400, 'invalid_or_expired_code');
      (await answers(authenticator)).is(200);
    });

    test('answer a challenge once, and within five minutes', async () => {
      const { ada } = await app().cast.all();
      const { authenticator } = await registers(ada);
      const { challenge_id, options } = await challenge();
      const tries = await Promise.all(
        Array.from({ length: 10 }, () => verify(challenge_id, authenticator.answers(options))),
      );
      assert.equal(tries.filter(({ status }) => status === 200).length, 1);
      const late = await challenge();
      app().clock.advance(5 * MINUTE);
      (await verify(late.challenge_id, authenticator.answers(late.options))).isRefused(400, 'invalid_or_expired_code');
    });

    test('whose counter goes back are refused from then on, and their owner is mailed', async () => {
      const { ada } = await app().cast.all();
      const { authenticator } = await registers(ada);
      (await answers(authenticator, { counter: 7 })).is(200);
      (await answers(authenticator, { counter: 7 })).isRefused(400, 'invalid_or_expired_code');
      (await answers(authenticator, { counter: 8 })).isRefused(400, 'invalid_or_expired_code');
      assert.ok((await ada.get<Passkey[]>(PASSKEYS)).is(200)[0]?.suspended_at);
      const { dev } = await app().cast.all();
      (await dev.post('/api/settings/events/outbox/run-once')).is(200);
      const mails = app()
        .mailbox.list()
        .filter(({ subject }) => /is refused from now on/.test(subject));
      assert.deepEqual(
        mails.map(({ to }) => to),
        ['ada@example.com'],
      );
    });

    test('name their owner, or nobody', async () => {
      const { ada, jan } = await app().cast.all();
      const { authenticator } = await registers(ada);
      const named = async (userHandle: string | undefined) => {
        const { challenge_id, options } = await challenge();
        const answer = authenticator.answers(options) as { response: object };
        return verify(challenge_id, { ...answer, response: { ...answer.response, userHandle } });
      };
      const handle = (id: string) => Buffer.from(id).toString('base64url');
      (await named(handle(jan.id))).isRefused(400, 'invalid_or_expired_code');
      (await named(undefined)).is(200);
      (await named(handle(ada.id))).is(200);
    });

    test('are mailed to their owner when they are added and removed, by name', async () => {
      const { ada, dev } = await app().cast.all();
      const { registered } = await registers(ada, 'Red phone');
      (await ada.delete(`${PASSKEYS}/${registered.id}`)).is(204);
      (await dev.post('/api/settings/events/outbox/run-once')).is(200);
      const mails = app()
        .mailbox.list()
        .filter(({ to, text }) => to === 'ada@example.com' && text.includes('"Red phone"'));
      assert.deepEqual(mails.map(({ subject }) => subject).sort(), [
        'A passkey was added: Red phone',
        'A passkey was removed: Red phone',
      ]);
    });

    test('that become required end what was opened without, and are taken away soon after a sign-in alone', async () => {
      const { dev, ewa, ada } = await app().cast.all();
      const isIn = async (player: Player) => (await player.get('/api/auth/me')).status === 200;
      const { authenticator, registered } = await registers(ewa);
      const { token, user } = (await answers(authenticator)).is(200);
      const byPasskey = new Player(app().address, { token, user });
      (await dev.patch('/api/settings', { require_passkey: 'developers' })).is(200);
      assert.deepEqual(await Promise.all([dev, ewa, byPasskey, ada].map(isIn)), [true, false, true, true]);
      app().clock.advance(6 * MINUTE);
      (await byPasskey.delete(`${PASSKEYS}/${registered.id}`)).isRefused(403, 'recent_sign_in_needed');
      (await dev.patch(`/api/users/${ada.id}`, { role: 'developer' })).isRefused(403, 'recent_sign_in_needed');
      const invitation = { email: 'invited@example.com', role: 'developer' };
      (await dev.post('/api/users/invite', invitation)).isRefused(403, 'recent_sign_in_needed');
      const again = (await answers(authenticator)).is(200);
      const lately = new Player(app().address, again);
      (await lately.patch(`/api/users/${ada.id}`, { role: 'developer' })).is(200);
      assert.equal(await isIn(ada), false);
      (await lately.post('/api/users/invite', invitation)).is(201);
      (await lately.delete(`${PASSKEYS}/${registered.id}`)).is(204);
      (await lately.patch('/api/settings', { require_passkey: 'nobody' })).is(200);
    });

    test('are made soon after a sign-in, ten at most, and each once', async () => {
      const { ada, jan } = await app().cast.all();
      const { authenticator } = await registers(ada);
      const { challenge_id, options } = await begins(jan);
      const body = { challenge_id, credential: authenticator.registers(options), name: 'Copy' };
      (await jan.post(`${PASSKEYS}/register`, body)).isRefused(409, 'passkey_exists');
      const others = await begins(jan);
      const stolen = { ...others, credential: new VirtualAuthenticator(ORIGIN).registers(others.options), name: 'x' };
      const { options: _, ...sent } = stolen;
      (await ada.post(`${PASSKEYS}/register`, sent)).isRefused(400, 'invalid_or_expired_code');
      for (let i = 1; i < 10; i += 1) await registers(ada);
      (await ada.post(`${PASSKEYS}/register/options`)).isRefused(409, 'limit_reached');
      const { dev } = await app().cast.all();
      const made = (await dev.post<{ token: string }>('/api/tokens', { name: 'CI', scope: 'admin' })).is(201);
      const program = new Player(app().address, { token: made.token, user: dev.user });
      (await program.get(PASSKEYS)).isRefused(403, 'forbidden');
      app().clock.advance(5 * MINUTE + 1);
      (await jan.post(`${PASSKEYS}/register/options`)).isRefused(403, 'sign_in_again');
      (await ada.post(`${PASSKEYS}/recovery-codes`)).isRefused(403, 'sign_in_again');
    });

    test('let nobody in who is gone', async () => {
      const { ada, dev } = await app().cast.all();
      const { authenticator } = await registers(ada);
      (await dev.patch(`/api/users/${ada.id}`, { is_active: false })).is(200);
      (await answers(authenticator)).isRefused(400, 'invalid_or_expired_code');
    });

    test('are bound to the host of the app', async () => {
      const { ada, dev } = await app().cast.all();
      const moving = { app_url: 'https://other.example.com' };
      await registers(ada);
      (await dev.patch('/api/settings', { app_url: `${ORIGIN}/` })).is(200);
      (await dev.patch('/api/settings', moving)).isRefused(409, 'passkeys_bound');
      (await dev.patch('/api/settings', { ...moving, confirm: true })).is(200);
      const methods = async () => (await app().stranger.get<SignInMethods>('/api/auth/methods')).is(200).passkey;
      assert.equal(await methods(), true);
      for (const app_url of ['http://192.0.2.1:4000', 'http://[::1]', '']) {
        (await dev.patch('/api/settings', { app_url, confirm: true })).is(200);
        assert.equal(await methods(), false);
        (await app().stranger.post(`${PASSKEYS}/challenge`)).isRefused(404, 'not_found');
      }
    });

    test('are required of developers after a code, or a recovery code instead', async () => {
      const { dev, ada } = await app().cast.all();
      (await dev.patch('/api/settings', { require_passkey: 'developers' })).is(200);
      const byCode = async (email: string) => {
        (await app().stranger.post('/api/auth/request-otp', { email })).is(200);
        return app().stranger.post<SignedIn>('/api/auth/verify-otp', { email, code: app().cast.codeFor(email) });
      };
      (await byCode(ada.user.email)).is(200);
      const limited = new Player(app().address, (await byCode(dev.user.email)).is(200));
      for (const path of ['/api/auth/me', '/api/tickets', PASSKEYS, '/api/users'])
        (await limited.get(path)).isRefused(403, 'passkey_required');
      (await limited.patch('/api/settings', { require_passkey: 'nobody' })).isRefused(403, 'passkey_required');
      (await limited.post('/api/events/stream-ticket')).isRefused(403, 'passkey_required');
      const { authenticator, registered } = await registers(limited);
      app().clock.advance(10 * MINUTE);
      (await limited.post(`${PASSKEYS}/register/options`)).isRefused(401, 'unauthorized');

      const refusal = (await byCode(dev.user.email)).isRefused(403, 'passkey_required');
      const id = refusal.challenge_id ?? '';
      const { authenticator: others } = await registers(
        new Player(app().address, (await byCode(ada.user.email)).is(200)),
      );
      const options = refusal.options as PasskeyChallenge['options'];
      const second = await byCode(dev.user.email);
      (await verify(id, others.answers(options))).isRefused(400, 'invalid_or_expired_code');
      const { challenge_id = '', options: asking } = second.isRefused(403, 'passkey_required');
      const signedIn = (await verify(challenge_id, authenticator.answers(asking as object))).is(200);
      assert.equal(signedIn.user.id, dev.id);
      (await new Player(app().address, signedIn).get('/api/users')).is(200);

      const third = (await byCode(dev.user.email)).isRefused(403, 'passkey_required').challenge_id ?? '';
      const recover = (code: string, challenge: string) =>
        app().stranger.post<SignedIn>(`${PASSKEYS}/recover`, { challenge_id: challenge, code });
      const [code = ''] = registered.recovery_codes ?? [];
      (await recover('wrong', third)).isRefused(400, 'invalid_or_expired_code');
      (await recover(code.toUpperCase(), third)).is(200);
      const fourth = (await byCode(dev.user.email)).isRefused(403, 'passkey_required').challenge_id ?? '';
      (await recover(code, fourth)).isRefused(400, 'invalid_or_expired_code');
      (await recover(registered.recovery_codes?.[1] ?? '', (await challenge()).challenge_id)).isRefused(
        400,
        'invalid_or_expired_code',
      );
    });

    test('are required of developers after the company’s account, whose session stays its own', async () => {
      const { dev } = await app().cast.all();
      const { authenticator } = await registers(dev);
      (await dev.patch('/api/settings', { ...provider.settings, require_passkey: 'developers' })).is(200);
      const browser = new SigningBrowser(app().address);
      const claims = { sub: 'dev', email: 'dev@example.com', email_verified: true };
      const { code } = await browser.comesBack(provider.admit(await browser.starts('/t/1'), claims));
      const { challenge_id = '', options } = (await browser.redeems(code)).isRefused(403, 'passkey_required');
      const { next, ...signedIn } = (await verify(challenge_id, authenticator.answers(options as object))).is(200);
      assert.equal(next, '/t/1');
      const sessions = (await new Player(app().address, signedIn).get<Session[]>('/api/auth/sessions')).is(200);
      assert.equal(sessions.find(({ current }) => current)?.method, 'oidc');
    });

    test('answer on another node than the one that asked', async () => {
      const { ada } = await app().cast.all();
      const { authenticator } = await registers(ada);
      const { databaseUrl } = app();
      // On SQLite there is one node.
      const environment = { APP_URL: ORIGIN, DATABASE_URL: databaseUrl ?? '' };
      const other = databaseUrl ? await startApp('postgres', environment) : app();
      try {
        const { challenge_id, options } = await challenge();
        const body = { challenge_id, credential: authenticator.answers(options) };
        (await other.stranger.post(`${PASSKEYS}/verify`, body)).is(200);
      } finally {
        if (databaseUrl) await other.close();
      }
    });
  },
  { APP_URL: ORIGIN, OUTBOUND_ALLOW: provider.host },
);
