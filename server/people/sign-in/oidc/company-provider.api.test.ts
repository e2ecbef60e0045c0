/** Signing in against a real provider: it forges nothing, and knows the specification better than its tests do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SignInAttempt } from '#contract/sign-in.ts';
import { systemClock } from '#platform';
import { Player } from '#testing/cast.ts';
import { openCompanyProvider, ProviderVisitor } from '#testing/company-provider.ts';
import { SigningBrowser } from '#testing/forging-provider.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const provider = await openCompanyProvider(['staff']);
const ORIGIN = 'https://kwit.example.com';
const CLIENT = { id: 'kwit', secret: 'a secret that the provider made' };

onEachDatabaseAnew(
  'a real provider',
  (app) => {
    const setUp = async (more: object = {}) => {
      provider.knows({ ...CLIENT, origin: ORIGIN, tells: app().address });
      // It goes by the time of the machine.
      app().clock.advance(systemClock.now() - app().clock.now());
      const dev = await app().cast.dev;
      const settings = { oidc_issuer: provider.issuer, oidc_client_id: CLIENT.id, oidc_client_secret: CLIENT.secret };
      (await dev.patch('/api/settings', { ...settings, oidc_scopes: 'openid email profile groups', ...more })).is(200);
      return dev;
    };
    const comes = async (name: string, visitor = new ProviderVisitor(provider)) => {
      const browser = new SigningBrowser(app().address);
      const query = await visitor.signsIn(await browser.starts(), name);
      return { query, visitor, browser, ...(await browser.comesBack(query)) };
    };
    const signsIn = async (name: string, visitor?: ProviderVisitor): Promise<Player> => {
      const { browser, code, error } = await comes(name, visitor);
      assert.equal(error, null);
      return new Player(app().address, (await browser.redeems(code)).is(200));
    };
    const isIn = async (player: Player) => (await player.get('/api/auth/me')).status === 200;

    test('signs a new person in, and links the owner of a verified address alone', async () => {
      await setUp();
      const { ada } = await app().cast.all();
      assert.equal((await signsIn('nina')).user.email, 'nina@example.com');
      assert.equal((await signsIn('ada')).id, ada.id);
      provider.people.set('mallory', { email: 'jan@example.com', email_verified: false });
      assert.equal((await comes('mallory')).error, 'email_not_verified');
      const again = await comes('nina');
      await again.browser.redeems(again.code);
      assert.equal((await again.browser.comesBack(again.query)).error, 'sign_in_failed', 'the way back is taken once');
    });

    test('says its groups, which decide who comes in and as what', async () => {
      const dev = await setUp({ oidc_required_groups: ['staff', 'devs'], oidc_developer_groups: ['devs'] });
      provider.people.set('olga', { groups: 'devs' });
      provider.people.set('otto', { groups: { devs: true } });
      assert.equal((await signsIn('olga')).user.role, 'developer');
      assert.equal((await comes('otto')).error, 'not_in_group');
      const [attempt] = (await dev.get<SignInAttempt[]>('/api/settings/oidc/attempts')).is(200);
      assert.match(attempt?.problems.join() ?? '', /groups is no list of texts/);
    });

    test('tells of who signs out there, whose sessions by it end', async () => {
      await setUp();
      const visitor = new ProviderVisitor(provider);
      const [nina, elsewhere] = [await signsIn('nina', visitor), await signsIn('nina')];
      const byCode = await app().cast.signsIn('nina@example.com');
      await visitor.signsOut();
      assert.deepEqual(await Promise.all([nina, elsewhere, byCode].map(isIn)), [false, true, true]);
    });

    test('refuses a code of another round, and one that comes when it is away', async () => {
      await setUp();
      const [ada, mallory] = [new SigningBrowser(app().address), new SigningBrowser(app().address)];
      const location = await ada.starts();
      const stolen = await new ProviderVisitor(provider).signsIn(await mallory.starts(), 'mallory');
      stolen.set('state', new URL(location).searchParams.get('state') ?? '');
      assert.equal((await ada.comesBack(stolen)).error, 'sign_in_failed');
      const query = await new ProviderVisitor(provider).signsIn(await ada.starts(), 'ada');
      provider.goesAway();
      assert.equal((await ada.comesBack(query)).error, 'sign_in_provider_failed');
    });
  },
  { OUTBOUND_ALLOW: provider.host, APP_URL: ORIGIN },
);
