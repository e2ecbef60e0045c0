import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { NewToken } from '../contract/tokens.ts';
import { TOKEN_SCOPES, type TokenScope } from '../contract/words.ts';
import { Caller } from '../server/testing/caller.ts';
import type { Player } from '../server/testing/cast.ts';
import { databases } from '../server/testing/databases.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { makerFor } from './access/fixtures.ts';
import { type Route, routesOf } from './access/routes.ts';
import { bodyOf, pathOf, type Row, type Scene } from './access/row.ts';
import { SCOPES } from './access/scopes.ts';
import { table } from './access/table.ts';

const ROLES = ['reporter', 'developer'] as const;
type Role = (typeof ROLES)[number];
type Tokens = Readonly<Record<Role, Readonly<Record<TokenScope, string>>>>;

const keyOf = ({ method, url }: Route) => `${method} ${url.replace(/(.)\/$/, '$1')}`;

async function tokensOf(player: Player): Promise<Record<TokenScope, string>> {
  const make = async (scope: TokenScope) =>
    [scope, (await player.post<NewToken>('/api/tokens', { name: `${scope}s`, scope })).is(201).token] as const;
  return Object.fromEntries(await Promise.all(TOKEN_SCOPES.map(make))) as Record<TokenScope, string>;
}

/** What a token gets before its body and its address are looked at; null when it gets what its owner gets. */
function refusalOf(key: string, row: Row, role: Role, held: TokenScope): string | null {
  const needed = SCOPES.get(key);
  // A refusal by role comes first. Where reporters get something, the role alone refuses nobody.
  if (role === 'reporter' && row.reporter === '403 forbidden' && row.other === '403 forbidden') return '403 forbidden';
  if (needed === 'session') return '403 forbidden';
  if (needed === undefined || TOKEN_SCOPES.indexOf(held) >= TOKEN_SCOPES.indexOf(needed)) return null;
  return `403 insufficient_scope ${needed}`;
}

for (const name of databases) {
  describe(`what a token may do (${name})`, () => {
    let app: App;
    let routes: readonly Route[];
    let scene: Scene;
    let tokens: Tokens;
    before(async () => {
      const { built, routes: found } = await routesOf(() => startApp(name, { OUTBOUND_ALLOW: '127.0.0.1:9' }));
      app = built;
      routes = found.filter(({ method, access }) => method !== 'OPTIONS' && method !== 'HEAD' && access !== 'public');
      scene = { app, ...(await app.cast.all()) };
      tokens = { reporter: await tokensOf(scene.ada), developer: await tokensOf(scene.dev) };
    });
    after(() => app.close());

    test('is declared by each route as the table of scopes says', () => {
      const declared = Object.fromEntries(routes.map((route) => [keyOf(route), route.scope]));
      assert.deepEqual(declared, Object.fromEntries(SCOPES));
    });

    const ask = async (method: string, path: string, token: string, body: string | FormData | null) => {
      const extra: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
      const answer = await new Caller(app.address, token).send(method, path, body, extra);
      const [, scope = null] = /scope="(\w+)"/.exec(answer.headers.get('www-authenticate') ?? '') ?? [];
      if (answer.status < 400) return String(answer.status);
      const { error } = JSON.parse(answer.text) as { error: unknown };
      return [answer.status, ...(typeof error === 'string' ? [error] : []), ...(scope === null ? [] : [scope])].join(
        ' ',
      );
    };

    /** Calls one route with a token of each scope. @returns a line for each answer that is not as the tables say. */
    async function deviations(key: string, role: Role): Promise<string[]> {
      const row = table[key];
      if (row === undefined) return [`${key} has no row in proofs/access/table.ts`];
      const [method = '', url = ''] = key.split(' ');
      const found: string[] = [];
      const held = TOKEN_SCOPES.filter((scope) => refusalOf(key, row, role, scope) === null)[0];
      for (const scope of TOKEN_SCOPES) {
        const refusal = refusalOf(key, row, role, scope);
        // A refused token hears neither that the body is nonsense nor that there is no such thing.
        const missing = url.replaceAll(/:\w+/g, 'nothing');
        if (refusal === null) continue;
        const got = await ask(method, missing, tokens[role][scope], method === 'GET' ? null : '{');
        if (got !== refusal) found.push(`${key} as ${role} with ${scope}: ${refusal} expected, ${got} answered`);
      }
      if (held === undefined) return found;
      const ids = await (row.fixture ?? makerFor(url) ?? (async () => ({})))(scene);
      const body = bodyOf(row, ids);
      const sent = body === undefined || body instanceof FormData ? (body ?? null) : JSON.stringify(body);
      const got = await ask(method, pathOf(row, url, ids), tokens[role][held], sent);
      const expected = row.program ?? row[role];
      if (got !== String(expected)) found.push(`${key} as ${role} with ${held}: ${expected} expected, ${got} answered`);
      return found;
    }

    for (const role of ROLES)
      test(`is what its scope and its owner's role allow, for every route: ${role}`, { timeout: 120_000 }, async () => {
        const found: string[] = [];
        for (const key of SCOPES.keys()) found.push(...(await deviations(key, role)));
        assert.deepEqual(found, []);
      });

    test('never is to change who is let in', async () => {
      const { ada } = scene;
      const asked = [
        ['PATCH', `/api/users/${ada.id}`, { role: 'user' }],
        ['PATCH', `/api/users/${ada.id}`, { is_active: true }],
        ['PATCH', '/api/settings', { developer_emails: ['dev@example.com'] }],
        ['PATCH', '/api/settings', { app_name: 'Kwit', allowed_domains: ['example.com'] }],
        ['POST', '/api/users/invite', { email: 'zoe@example.com', role: 'developer' }],
      ] as const;
      for (const [method, path, body] of asked)
        assert.equal(await ask(method, path, tokens.developer.admin, JSON.stringify(body)), '403 forbidden', path);
    });

    test('follows the role of its owner at once', async () => {
      const owner = await app.cast.newDeveloper();
      const { admin } = await tokensOf(owner);
      assert.equal(await ask('GET', '/api/users', admin, null), '200');
      (await scene.dev.patch(`/api/users/${owner.id}`, { role: 'user' })).is(200);
      assert.equal(await ask('GET', '/api/users', admin, null), '403 forbidden');
    });
  });
}
