import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MINUTE } from '#platform';
import { Player } from '#testing/cast.ts';
import { databases } from '#testing/databases.ts';
import { ForgingProvider, hs256, SigningBrowser, signingInput } from '#testing/forging-provider.ts';
import { startSilentServer } from '#testing/silent-server.ts';
import { onEachDatabase, startApp } from '#testing/start-app.ts';

const provider = await ForgingProvider.start();
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

onEachDatabase(
  'signing out at the provider',
  (app) => {
    const logOut = (logout_token: string) =>
      app().stranger.send(
        'POST',
        '/api/auth/oidc/backchannel-logout',
        String(new URLSearchParams({ logout_token })),
        FORM,
      );
    const setUp = async () => (await (await app().cast.dev).patch('/api/settings', provider.settings)).is(200);
    const signsIn = async (sub: string, sid?: string): Promise<Player> => {
      const browser = new SigningBrowser(app().address);
      const claims = { sub, sid, email: `${sub}@example.com`, email_verified: true };
      const { code } = await browser.comesBack(provider.admit(await browser.starts(), claims));
      return new Player(app().address, (await browser.redeems(code)).is(200));
    };
    const isIn = async (player: Player) => (await player.get('/api/auth/me')).status === 200;

    test('ends the sessions of one session there, or all of a subject, and leaves those by code', async () => {
      await setUp();
      const [first, second, other] = [
        await signsIn('lena', 's1'),
        await signsIn('lena', 's2'),
        await signsIn('olaf', 's3'),
      ];
      const byCode = await app().cast.signsIn('lena@example.com');
      const now = app().clock.now();
      (await logOut(provider.logoutToken(now, { sid: 's1', sub: 'lena' }))).is(200);
      assert.deepEqual([await isIn(first), await isIn(second)], [false, true]);
      (await logOut(provider.logoutToken(now, { sub: 'lena' }))).is(200);
      assert.deepEqual([await isIn(second), await isIn(byCode), await isIn(other)], [false, true, true]);
      (await logOut(provider.logoutToken(now, { sub: 'nobody of ours' }))).is(200);
    });

    test('takes a token once, and no other', async () => {
      await setUp();
      const olaf = await signsIn('olaf', 's4');
      const now = app().clock.now();
      const order = { sub: 'olaf' };
      const seconds = (milliseconds: number) => Math.floor((now + milliseconds) / 1000);
      const drafted = { iss: provider.issuer, aud: 'kwit', iat: seconds(0), jti: 'x', ...order };
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const draft = { header: { alg: 'HS256', kid: provider.kid }, claims: { ...drafted, events } };
      const pem = String(provider.keys.ownPublic.export({ type: 'spki', format: 'pem' }));
      for (const wrong of [
        provider.logoutToken(now, { ...order, iss: 'https://evil.example.net' }),
        provider.logoutToken(now, { ...order, aud: 'another' }),
        provider.logoutToken(now, { ...order, iat: seconds(-6 * MINUTE) }),
        provider.logoutToken(now, { ...order, iat: seconds(6 * MINUTE) }),
        provider.logoutToken(now, { ...order, iat: undefined }),
        provider.logoutToken(now, { ...order, exp: seconds(-2 * MINUTE) }),
        provider.logoutToken(now, { ...order, jti: undefined }),
        provider.logoutToken(now, { ...order, events: undefined }),
        provider.logoutToken(now, { ...order, events: { other: {} } }),
        provider.logoutToken(now, { ...order, nonce: 'a' }),
        provider.logoutToken(now, {}),
        provider.logoutToken(now, order, {}, provider.keys.other),
        provider.logoutToken(now, order, { kid: 'two' }),
        provider.logoutToken(now, order, { crit: ['b64'] }),
        hs256(draft, pem),
        hs256(draft, ForgingProvider.CLIENT.oidc_client_secret),
        `${signingInput({ ...draft, header: { alg: 'none' } })}.`,
        'x.y.z',
        '',
      ])
        (await logOut(wrong)).isRefused(400, 'invalid_logout_token');
      assert.ok(await isIn(olaf));
      const asJson = { logout_token: provider.logoutToken(now, order) };
      (await app().stranger.post('/api/auth/oidc/backchannel-logout', asJson)).isRefused(415, 'unsupported_media_type');
      const right = provider.logoutToken(now, order);
      (await logOut(right)).is(200);
      const again = await signsIn('olaf');
      (await logOut(right)).isRefused(400, 'invalid_logout_token');
      assert.ok(await isIn(again));
    });

    test('reads the keys again for an unknown one, at most once a minute', async () => {
      await setUp();
      app().clock.advance(2 * MINUTE);
      const requests = () => provider.asked.get('/jwks') ?? 0;
      (await logOut(provider.logoutToken(app().clock.now(), { sub: 'a' }))).is(200);
      app().clock.advance(2 * MINUTE);
      const before = requests();
      for (let i = 0; i < 5; i += 1)
        (await logOut(provider.logoutToken(app().clock.now(), { sub: 'a' }, { kid: `k${i}` }))).isRefused(
          400,
          'invalid_logout_token',
        );
      assert.equal(requests() - before, 1);
    });
  },
  { OUTBOUND_ALLOW: provider.host },
);

describe('a provider that hangs', () => {
  for (const name of databases)
    test(`is given up after its time (${name})`, async () => {
      const { server: silent, port } = await startSilentServer();
      silent.unref();
      const host = `127.0.0.1:${port}`;
      const allowed = `${provider.host},${host}`;
      const app = await startApp(name, { OUTBOUND_ALLOW: allowed }, undefined, { providerPatienceMs: 150 });
      try {
        const dev = await app.cast.dev;
        const settings = { oidc_issuer: `http://${host}`, oidc_client_id: 'kwit' };
        (await dev.patch('/api/settings', settings)).is(200);
        const answer = (await app.stranger.get('/api/auth/oidc/start')).isRefused(502, 'sign_in_provider_failed');
        assert.doesNotMatch(answer.message, new RegExp(host));
        (await dev.patch('/api/settings', { ...provider.settings })).is(200);
        const browser = new SigningBrowser(app.address);
        const query = provider.admit(await browser.starts(), { sub: 'a' }, { fault: { hangs: true } });
        assert.equal((await browser.comesBack(query)).error, 'sign_in_provider_failed');
        (await app.stranger.post('/api/auth/request-otp', { email: 'ada@example.com' })).is(200);
      } finally {
        await app.close();
        silent.close();
      }
    });
});
