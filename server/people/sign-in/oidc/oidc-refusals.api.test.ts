/** Faults of a provider, a browser or a stranger: each ends without a session, and the provider's words stay inside. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SignInAttempt } from '#contract/sign-in.ts';
import type { SignInError } from '#contract/words.ts';
import { HOUR, MINUTE, systemClock } from '#platform';
import {
  type Draft,
  type Fault,
  ForgingProvider,
  hs256,
  rs256,
  SigningBrowser,
  signingInput,
} from '#testing/forging-provider.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const provider = await ForgingProvider.start();
const ADA = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada' };

const claim =
  (name: string, value: unknown): NonNullable<Fault['token']> =>
  ({ claims }: Draft) => {
    claims[name] = value;
  };

const soon = () => Math.floor((systemClock.now() + 2 * MINUTE) / 1000);

/** Each by its name: the error that the browser is sent on with, and what is done wrong. */
const WRONGS: readonly (readonly [string, SignInError, Fault])[] = [
  ['a state that is missing', 'sign_in_failed', { callback: (query) => query.delete('state') }],
  ['another state', 'sign_in_failed', { callback: (query) => query.set('state', 'another') }],
  ['a code that the provider does not know', 'sign_in_failed', { callback: (query) => query.set('code', 'another') }],
  ['a code that is missing', 'sign_in_failed', { callback: (query) => query.delete('code') }],
  [
    'an answer of another issuer',
    'sign_in_failed',
    { callback: (query) => query.set('iss', 'https://evil.example.net') },
  ],
  ['an answer without an issuer', 'sign_in_failed', { callback: (query) => query.delete('iss') }],
  ['a refusal of the provider', 'sign_in_failed', { callback: (query) => query.set('error', 'server_error') }],
  ['a person who says no', 'sign_in_cancelled', { callback: (query) => query.set('error', 'access_denied') }],
  ['a token of another issuer', 'sign_in_failed', { token: claim('iss', 'https://evil.example.net') }],
  ['a token for another client', 'sign_in_failed', { token: claim('aud', 'another') }],
  ['a token for several clients that names none', 'sign_in_failed', { token: claim('aud', ['kwit', 'another']) }],
  ['a token that was asked for by another', 'sign_in_failed', { token: claim('azp', 'another') }],
  ['a token without a nonce', 'sign_in_failed', { token: claim('nonce', undefined) }],
  ['a token with another nonce', 'sign_in_failed', { token: claim('nonce', 'another') }],
  ['a token that has ended', 'sign_in_failed', { token: claim('exp', 1_700_000_000) }],
  ['a token without an end', 'sign_in_failed', { token: claim('exp', undefined) }],
  ['a token that begins tomorrow', 'sign_in_failed', { token: claim('nbf', 4_000_000_000) }],
  ['a token without its time', 'sign_in_failed', { token: claim('iat', undefined) }],
  ['a token of two minutes from now', 'sign_in_failed', { token: claim('iat', soon()) }],
  ['a token of nobody', 'sign_in_failed', { token: claim('sub', undefined) }],
  ['a token of an empty subject', 'sign_in_failed', { token: claim('sub', '') }],
  ['a token of a subject that is no text', 'sign_in_failed', { token: claim('sub', 7) }],
  ['a token of a subject that no database keeps', 'sign_in_failed', { token: claim('sub', 'a\u0000b') }],
  ['a token of a subject that is too long', 'sign_in_failed', { token: claim('sub', 'a'.repeat(256)) }],
  ['a token of another key', 'sign_in_failed', { signed: (draft, keys) => rs256(draft, keys.other) }],
  [
    'a token of an unknown key',
    'sign_in_failed',
    { signed: ({ header, claims }, keys) => rs256({ header: { ...header, kid: 'two' }, claims }, keys.other) },
  ],
  [
    'a token that nobody signed',
    'sign_in_failed',
    { signed: ({ header, claims }) => `${signingInput({ header: { ...header, alg: 'none' }, claims })}.` },
  ],
  [
    'a token signed with the secret',
    'sign_in_failed',
    {
      signed: ({ header, claims }) =>
        hs256({ header: { ...header, alg: 'HS256' }, claims }, ForgingProvider.CLIENT.oidc_client_secret),
    },
  ],
  [
    'a token signed with the public key as if it were a secret',
    'sign_in_failed',
    {
      signed: ({ header, claims }, { ownPublic }) =>
        hs256(
          { header: { ...header, alg: 'HS256' }, claims },
          String(ownPublic.export({ type: 'spki', format: 'pem' })),
        ),
    },
  ],
  [
    'a token changed after it was signed',
    'sign_in_failed',
    {
      signed: (draft, keys) => {
        const [, , signature] = rs256(draft, keys.own).split('.');
        return `${signingInput({ ...draft, claims: { ...draft.claims, email: 'dev@example.com' } })}.${signature}`;
      },
    },
  ],
  ['an answer without an ID token', 'sign_in_failed', { answer: ({ id_token: _, ...rest }) => rest }],
  ['a provider that is down', 'sign_in_provider_failed', { status: 503 }],
  ['a provider that refuses the code', 'sign_in_failed', { status: 400 }],
];

onEachDatabase(
  'signing in with the company’s account',
  (app) => {
    const browser = async () => {
      const { cast, address } = app();
      (await (await cast.dev).patch('/api/settings', provider.settings)).is(200);
      return new SigningBrowser(address);
    };

    for (const [wrong, error, fault] of WRONGS)
      test(`is refused for ${wrong}`, async () => {
        const ada = await browser();
        const came = await ada.comesBack(provider.admit(await ada.starts(), ADA, { fault }));
        assert.deepEqual(came, { code: null, error });
      });

    test('is refused for userinfo of somebody else', async () => {
      const ada = await browser();
      const query = provider.admit(await ada.starts(), { sub: 'ada' }, { userinfo: { ...ADA, sub: 'dev' } });
      assert.equal((await ada.comesBack(query)).error, 'sign_in_failed');
    });

    test('is refused without the cookie, with another, and after ten minutes', async () => {
      const ada = await browser();
      const query = provider.admit(await ada.starts(), ADA);
      const stranger = new SigningBrowser(app().address);
      assert.equal((await stranger.comesBack(query)).error, 'sign_in_expired');
      stranger.cookie = `${ada.cookie.slice(0, -6)}AAAAAA`;
      assert.equal((await stranger.comesBack(query)).error, 'sign_in_expired');
      await stranger.starts();
      assert.equal((await stranger.comesBack(query)).error, 'sign_in_failed', 'a round of another browser');
      app().clock.advance(10 * MINUTE);
      assert.equal((await ada.comesBack(query)).error, 'sign_in_expired');
    });

    test('leaves no trace of a stranger who has not begun here', async () => {
      const ada = await browser();
      const { dev } = await app().cast.all();
      const attempts = async () => (await dev.get('/api/settings/oidc/attempts')).is(200);
      const before = await attempts();
      const query = provider.admit(await ada.starts(), ADA, {
        fault: { callback: (parameters) => parameters.set('state', 'x') },
      });
      assert.equal((await ada.comesBack(query)).error, 'sign_in_failed');
      assert.deepEqual(await attempts(), before);
    });

    test('is refused when what the provider says of itself names another issuer', async (t) => {
      const ada = await browser();
      t.after(() => {
        provider.metadataFault = {};
      });
      provider.metadataFault = { metadata: (document) => ({ ...document, issuer: 'https://evil.example.net' }) };
      const query = provider.admit(await ada.starts(), ADA);
      app().clock.advance(HOUR);
      (await app().stranger.get('/api/auth/oidc/start')).isRefused(502, 'sign_in_provider_failed');
      assert.equal((await ada.comesBack(query)).error, 'sign_in_expired');
    });

    test('is refused when the provider was changed meanwhile', async () => {
      const ada = await browser();
      const query = provider.admit(await ada.starts(), ADA);
      const dev = await app().cast.dev;
      const other = { ...provider.settings, oidc_client_id: 'another' };
      (await dev.patch('/api/settings', other)).is(200);
      assert.equal((await ada.comesBack(query)).error, 'sign_in_failed');
    });

    test('takes a code for a round of its own alone: PKCE', async () => {
      const ada = await browser();
      const mallory = new SigningBrowser(app().address);
      const stolen = provider.admit(await mallory.starts(), { ...ADA, sub: 'mallory' });
      const location = new URL(await ada.starts());
      stolen.set('state', location.searchParams.get('state') ?? '');
      assert.equal((await ada.comesBack(stolen)).error, 'sign_in_failed');
    });

    test('tells strangers no word of the provider, and developers all of it', async () => {
      const ada = await browser();
      const fault: Fault = {
        callback: (query) => {
          query.set('error', 'server_error');
          query.set('error_description', 'The database of the directory is away');
        },
      };
      assert.equal((await ada.comesBack(provider.admit(await ada.starts(), ADA, { fault }))).error, 'sign_in_failed');
      const { dev } = await app().cast.all();
      const [attempt] = (await dev.get<SignInAttempt[]>('/api/settings/oidc/attempts')).is(200);
      assert.deepEqual([attempt?.outcome, attempt?.error, attempt?.claims], ['refused', 'sign_in_failed', {}]);
      assert.match(attempt?.problems.join() ?? '', /server_error|authorization response/);
    });

    test('redeems a code once, within a minute, in the browser that has come back', async () => {
      const ada = await browser();
      const signIn = async () => (await ada.comesBack(provider.admit(await ada.starts(), ADA))).code;
      const code = await signIn();
      (await new SigningBrowser(app().address).redeems(code)).isRefused(400, 'invalid_or_expired_code');
      (await ada.redeems(code)).is(200);
      (await ada.redeems(code)).isRefused(400, 'invalid_or_expired_code');
      const late = await signIn();
      app().clock.advance(MINUTE);
      (await ada.redeems(late)).isRefused(400, 'invalid_or_expired_code');
    });
  },
  { OUTBOUND_ALLOW: provider.host },
);
