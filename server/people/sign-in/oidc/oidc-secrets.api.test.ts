/** A secret that signs somebody in stands where it belongs, and nowhere else: in no address, no log, no record, no other answer. */
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { Caller } from '#testing/caller.ts';
import { Player } from '#testing/cast.ts';
import { databases } from '#testing/databases.ts';
import { type Fault, ForgingProvider, SigningBrowser } from '#testing/forging-provider.ts';
import { startApp } from '#testing/start-app.ts';

const provider = await ForgingProvider.start();
const ORIGIN = 'https://kwit.example.com';

/** Where `next` may try to lead; none of it is a path of the app. */
const ELSEWHERE = [
  'https://evil.example.net',
  '//evil.example.net',
  '///evil.example.net',
  '/\\evil.example.net',
  '\\\\evil.example.net',
  '/%09/evil.example.net',
  '/\t/evil.example.net',
  '/..//evil.example.net',
  '/.//evil.example.net',
  'javascript:alert(1)',
  'data:text/html,x',
  'https:evil.example.net',
  '/login#code=stolen',
  '/login',
  '/api/auth/logout',
  '/x@evil.example.net:80//',
  '@evil.example.net',
  '.evil.example.net',
  ' //evil.example.net',
  `/${'x'.repeat(3000)}`,
];
/** These look the part, and are paths of the app all the same. */
const HERE: ReadonlySet<string> = new Set(['/x@evil.example.net:80//', '/%09/evil.example.net']);

for (const name of databases) {
  const logging = async () => {
    let text = '';
    const stream = new Writable({
      write(chunk, _encoding, done) {
        text += chunk;
        done();
      },
    });
    const environment = { OUTBOUND_ALLOW: provider.host, APP_URL: ORIGIN };
    const app = await startApp(name, environment, undefined, { log: { level: 'trace', stream } });
    const dev = await app.cast.dev;
    (await dev.patch('/api/settings', provider.settings)).is(200);
    return { app, dev, logged: () => text };
  };

  test(`tokens, codes and secrets of a sign-in stand in no log and in no address that follows (${name})`, async (t) => {
    const { app, dev, logged } = await logging();
    t.after(() => app.close());
    const secrets: Record<string, string> = { 'the secret of the client': provider.settings.oidc_client_secret };
    const addresses: string[] = [];
    const signsIn = async (fault: Fault) => {
      const browser = new SigningBrowser(app.address);
      const location = await browser.starts('/t/1');
      const { searchParams } = new URL(location);
      for (const parameter of ['state', 'nonce']) secrets[parameter] = searchParams.get(parameter) ?? '';
      secrets.cookie = browser.cookie.split('=')[1] ?? '';
      const query = provider.admit(
        location,
        { sub: 'nina', email: 'nina@example.com', email_verified: true, phone: 'canary-of-a-claim' },
        {
          fault: {
            ...fault,
            answer: (body) => {
              for (const field of ['id_token', 'access_token']) secrets[field] = String(body[field]);
              return fault.answer?.(body) ?? body;
            },
          },
        },
      );
      secrets['code of the provider'] = query.get('code') ?? '';
      const answer = await new Caller(app.address).get(`/api/auth/oidc/callback?${query}`, { cookie: browser.cookie });
      const to = answer.headers.get('location') ?? '';
      addresses.push(to);
      assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      return { browser, code: new URLSearchParams(to.split('#')[1]).get('code') };
    };
    const { browser, code } = await signsIn({});
    const redeemed = await browser.redeems(code);
    assert.equal(redeemed.headers.get('cache-control'), 'no-store');
    const { token, user } = redeemed.is(200);
    Object.assign(secrets, { 'token of the session': token, 'code to redeem': code });
    for (const fault of [
      { callback: (query: URLSearchParams) => query.set('error_description', 'canary-of-the-provider') },
      { callback: (query: URLSearchParams) => query.set('error', 'canary-of-the-provider') },
      { answer: () => ({ error: 'canary-of-the-provider' }) },
      { answer: (body: object) => ({ ...body, id_token: 'canary.of.the-provider' }) },
      { status: 500 },
    ] satisfies Fault[])
      await signsIn(fault);
    const nina = new Player(app.address, { token, user });
    (await nina.post('/api/auth/logout')).is(204);
    const audit = (await dev.get('/api/audit')).text;
    const attempts = (await dev.get('/api/settings/oidc/attempts')).text;
    assert.ok(logged().includes('/api/auth/oidc/callback'), 'the log is there');
    for (const [what, secret] of Object.entries(secrets)) {
      assert.ok(secret.length > 20, what);
      for (const [where, text] of Object.entries({ log: logged(), audit, attempts }))
        assert.ok(!text.includes(secret), `${what} stands in the ${where}`);
      if (what !== 'code to redeem') assert.ok(!addresses.join('\n').includes(secret), `${what} stands in an address`);
    }
    for (const text of [logged(), audit, addresses.join('\n')]) assert.doesNotMatch(text, /canary/);
    assert.match(attempts, /canary-of-a-claim/, 'developers see what came');
  });

  test(`next leads to no other site, however it is written (${name})`, async (t) => {
    const { app } = await logging();
    t.after(() => app.close());
    for (const next of ELSEWHERE) {
      const browser = new SigningBrowser(app.address);
      const query = provider.admit(await browser.starts(next), {
        ...{ sub: 'nina', email: 'nina@example.com', email_verified: true },
      });
      const { code } = await browser.comesBack(query);
      const signedIn = (await browser.redeems(code)).is(200);
      assert.equal(signedIn.next, HERE.has(next) ? next : '/', JSON.stringify(next));
    }
  });
}
