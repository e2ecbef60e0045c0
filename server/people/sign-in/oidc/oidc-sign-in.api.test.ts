import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry } from '#contract/audit.ts';
import type { Session } from '#contract/sessions.ts';
import type { Settings } from '#contract/settings.ts';
import type { Identity, OidcCheckResult, SignInAttempt, SignInMethods } from '#contract/sign-in.ts';
import type { Team } from '#contract/teams.ts';
import { MASK } from '#contract/words.ts';
import { HOUR } from '#platform';
import { act, actOf } from '#testing/acts.ts';
import { Player } from '#testing/cast.ts';
import { ForgingProvider, SigningBrowser } from '#testing/forging-provider.ts';
import { type App, onEachDatabaseAnew, startApp } from '#testing/start-app.ts';
import { type } from '#testing/typed-command.ts';

const provider = await ForgingProvider.start();
const ENVIRONMENT = { OUTBOUND_ALLOW: provider.host, APP_URL: 'https://kwit.example.com' };
const claimsOf = (name: string, more: object = {}) => ({
  sub: name,
  email: `${name}@example.com`,
  email_verified: true,
  name: `${name} of the directory`,
  ...more,
});

onEachDatabaseAnew(
  'the company’s account',
  (app) => {
    const setUp = async (more: object = {}) => {
      const dev = await app().cast.dev;
      return { dev, settings: (await dev.patch<Settings>('/api/settings', { ...provider.settings, ...more })).is(200) };
    };
    /** Signs in, or tells why not. */
    const comes = async (claims: object, at: Pick<App, 'address'> = app()) => {
      const browser = new SigningBrowser(at.address);
      const { code, error } = await browser.comesBack(provider.admit(await browser.starts(), { ...claims }));
      return { error, browser, code };
    };
    const signsIn = async (claims: object): Promise<Player> => {
      const { error, browser, code } = await comes(claims);
      assert.equal(error, null);
      return new Player(app().address, (await browser.redeems(code)).is(200));
    };

    test('is not there until a developer sets it up, and is off again without an issuer', async () => {
      const { stranger } = app();
      const methods = async () => (await stranger.get<SignInMethods>('/api/auth/methods')).is(200);
      assert.deepEqual(await methods(), { code: true, oidc: null, passkey: true });
      (await stranger.get('/api/auth/oidc/start')).isRefused(404, 'not_found');
      const { dev, settings } = await setUp({ oidc_label: 'Firma', oidc_groups_claim: 'roles' });
      assert.equal(settings.oidc_client_secret, MASK);
      assert.deepEqual(await methods(), { code: true, oidc: { label: 'Firma' }, passkey: true });
      const moved = { oidc_issuer: 'https://login.example.net' };
      (await dev.patch('/api/settings', moved)).isRefused(400, 'secret_required');
      const off = (await dev.patch<Settings>('/api/settings', { oidc_issuer: null })).is(200);
      assert.deepEqual([off.oidc_client_id, off.oidc_client_secret, off.oidc_groups_claim], ['', '', 'groups']);
      assert.equal((await methods()).oidc, null);
      for (const oidc_issuer of ['ftp://x', 'https://u@x', 'https://x?y', 'x'])
        assert.deepEqual((await dev.patch('/api/settings', { oidc_issuer })).isInvalid(), ['oidc_issuer']);
      (await dev.patch('/api/settings', { oidc_issuer: 'http://login.example.net' })).isRefused(400, 'url_not_allowed');
    });

    test('lets a new person in, with the name of the directory, for as long as is set', async () => {
      const { dev } = await setUp({ oidc_session_hours: 2 });
      const browser = new SigningBrowser(app().address);
      const location = await browser.starts('/t/42?x=1');
      assert.equal(
        new URL(location).searchParams.get('redirect_uri'),
        'https://kwit.example.com/api/auth/oidc/callback',
      );
      const { code } = await browser.comesBack(provider.admit(location, claimsOf('nina', { locale: 'pl-PL' })));
      const { token, user, next } = (await browser.redeems(code)).is(200);
      assert.deepEqual(
        [user.email, user.name, user.role, user.language, next],
        ['nina@example.com', 'nina of the directory', 'user', 'pl', '/t/42?x=1'],
      );
      const nina = new Player(app().address, { token, user });
      const [session] = (await nina.get<Session[]>('/api/auth/sessions')).is(200);
      assert.equal(session?.method, 'oidc');
      assert.equal((await dev.get<Session[]>('/api/auth/sessions')).is(200)[0]?.method, 'code');
      app().clock.advance(2 * HOUR - 1000);
      (await nina.get('/api/auth/me')).is(200);
      app().clock.advance(1000);
      (await nina.get('/api/auth/me')).isRefused(401, 'unauthorized');
    });

    test('keeps what it needs in a cookie that nothing else gets', async () => {
      await setUp();
      const answer = await app().stranger.get('/api/auth/oidc/start');
      const cookie = answer.headers.get('set-cookie') ?? '';
      assert.match(cookie, /; Max-Age=600; Path=\/api\/auth\/oidc; HttpOnly; SameSite=Lax; Secure$/);
      const state = new URL(answer.headers.get('location') ?? '').searchParams.get('state') ?? '';
      assert.ok(state.length > 30 && !cookie.includes(state));
    });

    test('is linked to the owner of a verified address, and then goes by its subject', async () => {
      const { dev } = await setUp();
      const { ada } = await app().cast.all();
      assert.equal((await signsIn(claimsOf('x', { email: 'ADA@example.com' }))).id, ada.id);
      const renamed = await signsIn(claimsOf('x', { email: 'ada.nowak@example.com' }));
      assert.deepEqual([renamed.id, renamed.user.email], [ada.id, 'ada.nowak@example.com']);
      assert.equal((await signsIn(claimsOf('x', { email: 'anna@example.com' }))).user.email, 'anna@example.com');
      await app().cast.ewa;
      const taken = await signsIn(claimsOf('x', { email: 'ewa@example.com' }));
      assert.deepEqual([taken.id, taken.user.email], [ada.id, 'anna@example.com'], 'somebody has it');
      const unverified = await signsIn(claimsOf('x', { email: 'eva@example.com', email_verified: false }));
      assert.equal(unverified.user.email, 'anna@example.com');
      const [identity] = (await dev.get<Identity[]>(`/api/users/${ada.id}/identities`)).is(200);
      assert.deepEqual([identity?.issuer, identity?.subject], [provider.issuer, 'x']);
      const audit = (await dev.get<AuditEntry[]>('/api/audit?action=identity.linked')).is(200);
      assert.deepEqual(
        audit.map(({ details }) => details),
        [{ user_id: ada.id }],
      );
    });

    test('takes over no account by an address that is not verified, changed, or only looks the same', async () => {
      await setUp();
      const { ada, ewa } = await app().cast.all();
      const errorOf = async (claims: object) => (await comes(claims)).error;
      for (const email_verified of [false, 'true', undefined])
        assert.equal(await errorOf(claimsOf('ada', { email_verified })), 'email_not_verified');
      for (const email of ['аda@example.com', '\u0391da@example.com', 'ada@example.com\u0000', undefined])
        assert.equal(await errorOf(claimsOf('ada', { email })), 'email_not_verified');
      assert.equal(await errorOf(claimsOf('ada', { email: 'ada@example.net' })), 'domain_not_allowed');
      const mallory = await signsIn(claimsOf('mallory'));
      assert.equal((await signsIn(claimsOf('mallory', { email: ewa.user.email }))).id, mallory.id);
      await signsIn(claimsOf('ada'));
      assert.equal(await errorOf(claimsOf('second', { email: ada.user.email })), 'already_linked');
    });

    test('is unlinked by a developer, which ends its sessions alone', async () => {
      const { dev } = await setUp();
      const { ada } = await app().cast.all();
      const signedIn = await signsIn(claimsOf('ada'));
      const path = `/api/users/${ada.id}/identities`;
      const [identity] = (await dev.get<Identity[]>(path)).is(200);
      (await ada.get(path)).isRefused(403, 'forbidden');
      (await dev.delete(`/api/users/${dev.id}/identities/${identity?.id}`)).isRefused(404, 'identity_not_found');
      const unlinked = await dev.delete(`${path}/${identity?.id}`);
      unlinked.is(204);
      assert.deepEqual((await act(dev, actOf(unlinked))).can_undo, false);
      (await signedIn.get('/api/auth/me')).isRefused(401, 'unauthorized');
      (await ada.get('/api/auth/me')).is(200);
      assert.equal((await signsIn(claimsOf('second', { email: ada.user.email }))).id, ada.id);
    });

    test('lets nobody in who is gone, not invited, or in none of the groups', async () => {
      const { dev } = await setUp({ oidc_auto_create: false });
      const { ada } = await app().cast.all();
      assert.equal((await comes(claimsOf('nina'))).error, 'no_account');
      (await dev.post('/api/users/invite', { email: 'nina@example.com' })).is(201);
      assert.equal((await signsIn(claimsOf('nina'))).user.email, 'nina@example.com');
      (await dev.patch(`/api/users/${ada.id}`, { is_active: false })).is(200);
      assert.equal((await comes(claimsOf('ada'))).error, 'not_allowed');
      const linked = await signsIn(claimsOf('nina'));
      (await dev.patch(`/api/users/${linked.id}`, { is_active: false })).is(200);
      assert.equal((await comes(claimsOf('nina'))).error, 'not_allowed');
      (await dev.patch(`/api/users/${linked.id}`, { is_active: true })).is(200);
      (await dev.patch('/api/settings', { oidc_required_groups: ['staff'] })).is(200);
      for (const groups of [undefined, [], 'guests', ['Staff']])
        assert.equal((await comes(claimsOf('nina', { groups }))).error, 'not_in_group');
      await signsIn(claimsOf('nina', { groups: ['guests', 'staff'] }));
      const entries = (await dev.get<AuditEntry[]>('/api/audit?action=sign_in.refused')).is(200);
      assert.deepEqual(
        entries.map(({ details }) => details),
        [
          { error: 'not_in_group', count: 4 },
          { error: 'not_allowed', count: 2 },
          { error: 'no_account', count: 1 },
        ],
      );
    });

    test('decides roles by groups, up and down, but for the last developer', async () => {
      const developer_emails = ['dev@example.com', 'nina@example.com', 'ewa@example.com'];
      const { dev } = await setUp({ oidc_developer_groups: ['devs'], developer_emails });
      const roleOf = async (name: string, groups?: unknown) => {
        const { id } = await signsIn(claimsOf(name, { groups }));
        return (await dev.get<{ role: string }[]>(`/api/users?id=${id}`)).is(200)[0]?.role;
      };
      assert.equal(await roleOf('nina', ['devs']), 'developer');
      assert.equal(await roleOf('nina'), 'developer', 'a claim that is missing changes nothing');
      assert.equal(await roleOf('nina', { a: 1 }), 'developer');
      assert.equal(await roleOf('nina', []), 'user');
      assert.equal(await roleOf('ewa', 'guests'), 'user', 'developer_emails do not promote here');
      const settings = (await dev.get<Settings>('/api/settings')).is(200);
      assert.deepEqual(settings.developer_emails, ['dev@example.com', 'ewa@example.com'], 'a demotion takes it off');
      assert.equal(await roleOf('dev', []), 'developer', 'the last one');
      const [attempt] = (await dev.get<SignInAttempt[]>('/api/settings/oidc/attempts')).is(200);
      assert.match(attempt?.problems.join() ?? '', /last one/);
      assert.equal(attempt?.outcome, 'signed_in');
    });

    test('fills teams by groups, and leaves those alone whom somebody has put there', async () => {
      const { dev } = await setUp({ oidc_teams: { hr: 'HR', ops: 'Ops', gone: 'Nowhere' } });
      const team = async (name: string) => (await dev.post<Team>('/api/teams', { name })).is(201);
      const [hr, ops] = [await team('HR'), await team('ops')];
      const nina = await signsIn(claimsOf('nina', { groups: ['hr', 'gone'] }));
      const membersOf = async ({ id }: Team) =>
        ((await dev.get<Team>(`/api/teams/${id}`)).is(200).members ?? [])
          .filter(({ user_id }) => user_id === nina.id)
          .map(({ via }) => via);
      assert.deepEqual([await membersOf(hr), await membersOf(ops)], [['sign_in'], []]);
      const [attempt] = (await dev.get<SignInAttempt[]>('/api/settings/oidc/attempts')).is(200);
      assert.match(attempt?.problems.join() ?? '', /team Nowhere is not there/);
      const seat = `/api/teams/${hr.id}/members/${nina.id}`;
      for (const body of [undefined, { is_lead: false }])
        (await dev.put(seat, body)).isRefused(409, 'managed_by_sign_in');
      (await dev.delete(seat)).isRefused(409, 'managed_by_sign_in');
      (await dev.put(`/api/teams/${ops.id}/members/${nina.id}`, {})).is(204);
      await signsIn(claimsOf('nina'));
      assert.deepEqual(await membersOf(hr), ['sign_in'], 'a claim that is missing changes nothing');
      await signsIn(claimsOf('nina', { groups: [] }));
      assert.deepEqual([await membersOf(hr), await membersOf(ops)], [[], ['hand']]);
    });

    test('gives one session for two hundred callbacks at once, and a repeated one signs nobody out', async () => {
      const { dev } = await setUp();
      const browser = new SigningBrowser(app().address);
      const query = provider.admit(await browser.starts(), claimsOf('nina'));
      const before = provider.asked.get('/token') ?? 0;
      const came = await Promise.all(Array.from({ length: 200 }, () => browser.comesBack(query)));
      const codes = came.flatMap(({ code }) => code ?? []);
      assert.equal(codes.length, 1);
      assert.equal((provider.asked.get('/token') ?? 0) - before, 1, 'the provider takes a second try for a theft');
      const redeemed = await Promise.all(Array.from({ length: 20 }, () => browser.redeems(codes[0] ?? null)));
      const [signedIn, ...more] = redeemed.filter(({ status }) => status === 200);
      assert.ok(signedIn && more.length === 0);
      const nina = new Player(app().address, signedIn.is(200));
      await browser.comesBack(query);
      assert.equal((await nina.get<Session[]>('/api/auth/sessions')).is(200).length, 1);
      assert.equal((await dev.get<Identity[]>(`/api/users/${nina.id}/identities`)).is(200).length, 1);
    });

    test('closes codes only once it has let a developer in since it was set up', async () => {
      const { dev } = await setUp();
      const closing = (code_sign_in: string) => dev.patch('/api/settings', { code_sign_in });
      (await closing('nobody')).isRefused(409, 'not_proved');
      await signsIn(claimsOf('nina'));
      (await closing('developers')).isRefused(409, 'not_proved');
      await signsIn(claimsOf('dev'));
      (await dev.patch('/api/settings', { oidc_session_hours: 3 })).is(200);
      (await closing('nobody')).isRefused(409, 'not_proved');
      await signsIn(claimsOf('dev'));
      (await closing('developers')).is(200);
      const { stranger, cast, mailbox } = app();
      const mails = mailbox.list().length;
      (await stranger.post('/api/auth/request-otp', { email: 'ada@example.com' })).is(200);
      assert.equal(mailbox.list().length, mails);
      const wrong = { email: 'ada@example.com', code: '12345678' };
      (await stranger.post('/api/auth/verify-otp', wrong)).isRefused(400, 'invalid_or_expired_code');
      assert.equal((await cast.signsIn('ewa@example.com')).user.role, 'developer');
      (await closing('nobody')).is(200);
      assert.equal((await stranger.get<SignInMethods>('/api/auth/methods')).is(200).code, false);
      (await stranger.post('/api/auth/request-otp', { email: 'dev@example.com' })).is(200);
      assert.equal(mailbox.list().length, mails + 1);
      (await dev.patch('/api/settings', { oidc_issuer: null })).is(200);
      assert.equal((await stranger.get<SignInMethods>('/api/auth/methods')).is(200).code, true);
    });

    test('locks nobody out of their own server: the command line prints a link that signs in once', async () => {
      const { dev } = await setUp();
      const link = async () => (await type(app(), 'sign-in', 'link', 'dev@example.com')).said;
      const [, code = ''] = /^https:\/\/kwit\.example\.com\/login#code=([\w-]{43})$/.exec(await link()) ?? [];
      const redeems = (handed: string) => new SigningBrowser(app().address).redeems(handed);
      const { user, next } = (await redeems(code)).is(200);
      assert.deepEqual([user.id, next], [dev.id, '/']);
      (await redeems(code)).isRefused(400, 'invalid_or_expired_code');
      const late = (await link()).split('=')[1] ?? '';
      app().clock.advance(HOUR / 6);
      (await redeems(late)).isRefused(400, 'invalid_or_expired_code');
      const nobody = await type(app(), 'sign-in', 'link', 'nobody@example.com');
      assert.equal(nobody.code, 1);
      assert.match(nobody.said, /Nobody has the address nobody@example\.com\.$/);
    });

    test('checks the provider in words, before and after it is saved', async () => {
      const { dev } = await setUp();
      const check = async (draft?: object) =>
        (await dev.post<OidcCheckResult>('/api/settings/oidc/check', draft ? { draft } : {})).is(200);
      assert.ok((await check()).ok);
      const silent = await check({ oidc_issuer: 'http://127.0.0.1:9' });
      assert.equal(silent.ok, false);
      assert.match(silent.steps.find(({ ok }) => !ok)?.text ?? '', /OUTBOUND_ALLOW/);
      const scopes = await check({ oidc_scopes: 'openid groups' });
      assert.match(scopes.steps.find(({ ok }) => !ok)?.text ?? '', /scope groups/);
      const polish = (await dev.post<OidcCheckResult>('/api/settings/oidc/check', { lang: 'pl' })).is(200);
      assert.match(polish.steps.map(({ text }) => text).join(), /Dostawca odpowiada/);
      assert.equal((await comes(claimsOf('nina', { email: undefined }))).error, 'email_not_verified');
      const problemsIn = async (query: string) =>
        (await dev.get<SignInAttempt[]>(`/api/settings/oidc/attempts${query}`)).is(200)[0]?.problems;
      assert.deepEqual(await problemsIn(''), ['email is missing: add the scope `email`.']);
      assert.deepEqual(await problemsIn('?lang=pl'), ['Brakuje email: dodaj zakres (scope) `email`.']);
      const { ada } = await app().cast.all();
      (await ada.post('/api/settings/oidc/check', {})).isRefused(403, 'forbidden');
    });

    test('keeps the last twenty attempts, cut', async () => {
      const { dev } = await setUp();
      for (let i = 0; i < 22; i += 1) await comes(claimsOf('nina', { note: 'x'.repeat(200), i }));
      const attempts = (await dev.get<SignInAttempt[]>('/api/settings/oidc/attempts')).is(200);
      assert.equal(attempts.length, 20);
      const claimOf = (place: number, name: string) => new Map(Object.entries(attempts[place]?.claims ?? {})).get(name);
      assert.deepEqual([claimOf(0, 'i'), claimOf(19, 'i'), claimOf(0, 'note')], [21, 2, 'x'.repeat(100)]);
    });

    test('begins on one node and ends on another', async () => {
      await setUp();
      const { databaseUrl } = app();
      // On SQLite there is one node.
      const other = databaseUrl ? await startApp('postgres', { ...ENVIRONMENT, DATABASE_URL: databaseUrl }) : app();
      try {
        const browser = new SigningBrowser(app().address);
        const query = provider.admit(await browser.starts(), claimsOf('nina'));
        const elsewhere = new SigningBrowser(other.address);
        elsewhere.cookie = browser.cookie;
        const { code } = await elsewhere.comesBack(query);
        (await browser.redeems(code)).is(200);
      } finally {
        if (databaseUrl) await other.close();
      }
    });
  },
  ENVIRONMENT,
);
