/** Sign-in before the provider answers, and the provider's words about addresses, names and groups. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OidcCheckResult, SignInAttempt } from '#contract/sign-in.ts';
import type { Player } from '#testing/cast.ts';
import { ForgingProvider, SigningBrowser } from '#testing/forging-provider.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const provider = await ForgingProvider.start();
const START = '/api/auth/oidc/start';

onEachDatabaseAnew(
  'a way to the provider',
  (app) => {
    const setUp = async (more: object = {}): Promise<Player> => {
      const dev = await app().cast.dev;
      (await dev.patch('/api/settings', { ...provider.settings, ...more })).is(200);
      return dev;
    };
    const asks = (accept: string) => fetch(`${app().address}${START}`, { redirect: 'manual', headers: { accept } });
    const attempts = async (dev: Player) => (await dev.get<SignInAttempt[]>('/api/settings/oidc/attempts')).is(200);

    test('that it does not answer leads back to the app, or says so to a program, and is listed', async () => {
      const dev = await setUp({ oidc_issuer: `http://${provider.host}/elsewhere` });
      const page = await asks('text/html,application/xhtml+xml;q=0.9,*/*;q=0.8');
      assert.deepEqual([page.status, page.headers.get('location')], [302, '/login#error=sign_in_provider_failed']);
      assert.equal((await asks('application/json')).status, 502);
      const [first, second] = await attempts(dev);
      for (const attempt of [first, second])
        assert.deepEqual(
          [attempt?.outcome, attempt?.error, attempt?.user_id],
          ['refused', 'sign_in_provider_failed', null],
        );
    });

    test('leads to a web address alone, and begins only where it can end', async () => {
      for (const fault of [
        { authorization_endpoint: 'javascript:alert(1)' },
        { authorization_endpoint: 'https://[' },
        { jwks_uri: 'mailto:keys@example.com' },
      ]) {
        provider.metadataFault = { metadata: (part) => ({ ...part, ...fault }) };
        const dev = await setUp({ oidc_client_id: JSON.stringify(fault) });
        const page = await asks('text/html');
        const { ok, steps } = (await dev.post<OidcCheckResult>('/api/settings/oidc/check', {})).is(200);
        provider.metadataFault = {};
        const said = JSON.stringify(fault);
        assert.deepEqual(
          [page.status, page.headers.get('location')],
          [302, '/login#error=sign_in_provider_failed'],
          said,
        );
        assert.deepEqual([ok, steps.find(({ name }) => name === 'endpoints')?.ok], [false, false], said);
      }
    });

    test('whose provider calls itself otherwise is listed with both issuers', async () => {
      const oidc_issuer = `http://localhost:${provider.host.split(':')[1]}`;
      const dev = await setUp({ oidc_issuer });
      await asks('text/html');
      const [attempt] = await attempts(dev);
      assert.deepEqual(attempt?.problems, [
        `The provider calls itself ${provider.issuer}, and not ${oidc_issuer}: enter ${provider.issuer} as issuer.`,
      ]);
    });

    test('of a stranger counts as a code that is asked for, before the provider is asked', async () => {
      await setUp();
      const statuses = [];
      for (let round = 0; round < 4; round += 1) statuses.push((await asks('application/json')).status);
      assert.deepEqual(statuses, [302, 302, 302, 429]);
      const requests = provider.asked.get('/.well-known/openid-configuration');
      assert.equal((await asks('application/json')).status, 429);
      assert.equal(provider.asked.get('/.well-known/openid-configuration'), requests);
    });

    test('is checked with both issuers and what to enter', async () => {
      const dev = await setUp();
      const draft = { oidc_issuer: `http://localhost:${provider.host.split(':')[1]}` };
      const { steps } = (await dev.post<OidcCheckResult>('/api/settings/oidc/check', { draft })).is(200);
      const text = steps.find(({ name }) => name === 'discovery')?.text ?? '';
      for (const word of [provider.issuer, draft.oidc_issuer, `enter ${provider.issuer}`])
        assert.ok(text.includes(word), text);
      const away = { draft: { oidc_issuer: 'http://127.0.0.1:1' } };
      const nowhere = (await dev.post<OidcCheckResult>('/api/settings/oidc/check', away)).is(200);
      const said = nowhere.steps.find(({ name }) => name === 'discovery')?.text ?? '';
      assert.match(said, /^The provider does not answer as it should: Use an https address/);
    });
  },
  { OUTBOUND_ALLOW: `${provider.host},localhost:${provider.host.split(':')[1]}`, OTP_REQUESTS_PER_CLIENT: '4' },
);

onEachDatabaseAnew(
  'an account of the company',
  (app) => {
    const setUp = async (more: object = {}): Promise<Player> => {
      const dev = await app().cast.dev;
      (await dev.patch('/api/settings', { ...provider.settings, ...more })).is(200);
      return dev;
    };
    const comes = async (claims: object, userinfo: object | null = null) => {
      const browser = new SigningBrowser(app().address);
      const query = provider.admit(
        await browser.starts(),
        { ...claims },
        userinfo === null ? {} : { userinfo: { ...userinfo } },
      );
      const { code, error } = await browser.comesBack(query);
      return error === null ? (await browser.redeems(code)).is(200).user : error;
    };

    test('has a verified address only as whoever gave it says', async () => {
      await setUp();
      const email = 'nina@example.com';
      const sub = 'nina';
      assert.equal(await comes({ sub, email_verified: true }, { sub, email }), 'email_not_verified');
      assert.equal(
        await comes({ sub, email, email_verified: false }, { sub, email, email_verified: true }),
        'email_not_verified',
      );
      const user = await comes({ sub, given_name: 'Nina', family_name: 'Kot' }, { sub, email, email_verified: true });
      assert.ok(typeof user === 'object');
      assert.deepEqual([user.email, user.name], [email, 'Nina Kot']);
    });

    test('may have its address in another claim, which has to be trusted', async () => {
      const dev = await setUp();
      const settings = '/api/settings';
      assert.deepEqual((await dev.patch(settings, { oidc_email_claim: 'upn' })).isInvalid(), ['oidc_email_claim']);
      (await dev.patch(settings, { oidc_email_claim: 'upn', oidc_trust_email: true })).is(200);
      assert.deepEqual((await dev.patch(settings, { oidc_trust_email: false })).isInvalid(), ['oidc_trust_email']);
      const user = await comes({ sub: 'olga', email: 'other@example.com', upn: 'olga@example.com' });
      assert.ok(typeof user === 'object');
      assert.equal(user.email, 'olga@example.com');
    });

    test('is in groups that are named with a slash and without', async () => {
      await setUp({ oidc_required_groups: ['/staff'], oidc_developer_groups: ['devs'] });
      const account = { sub: 'pola', email: 'pola@example.com', email_verified: true };
      assert.equal(await comes({ ...account, groups: ['/others'] }), 'not_in_group');
      const user = await comes({ ...account, groups: ['staff', '/devs'] });
      assert.ok(typeof user === 'object');
      assert.equal(user.role, 'developer');
    });

    test('keeps its attempt among those of strangers', async () => {
      const dev = await setUp();
      assert.ok(typeof (await comes({ sub: 'rita', email: 'rita@example.com', email_verified: true })) === 'object');
      for (let round = 0; round < 21; round += 1) await comes({ sub: `s${round}`, email: 'x@example.com' });
      const attempts = (await dev.get<SignInAttempt[]>('/api/settings/oidc/attempts')).is(200);
      assert.deepEqual([attempts.filter(({ user_id }) => user_id !== null).length, attempts.length <= 20], [1, true]);
    });
  },
  { OUTBOUND_ALLOW: provider.host },
);
