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
import { bodyOf, pathOf, type Row, refusesUsers, type Scene } from './access/row.ts';
import { SCOPES } from './access/scopes.ts';
import { table } from './access/table.ts';

/** Settings that decide who gets in, where codes and mails go, or what programs may. */
const PEOPLES_SETTINGS: readonly string[] = [
  ...[
    'developer_emails',
    'allowed_domains',
    'mail_provider',
    'app_url',
    'token_max_days',
    'mcp',
    'mcp_reporters_texts',
  ],
  ...['oidc_issuer', 'oidc_client_id', 'oidc_client_secret', 'oidc_scopes', 'oidc_label', 'oidc_groups_claim'],
  ...['oidc_developer_groups', 'oidc_required_groups', 'oidc_teams', 'oidc_auto_create', 'oidc_trust_email'],
  ...['oidc_email_claim', 'oidc_session_hours', 'code_sign_in', 'require_passkey'],
  ...['smtp_host', 'smtp_port', 'smtp_user', 'smtp_pass', 'smtp_oauth', 'smtp_from'],
  ...['ses_region', 'ses_access_key_id', 'ses_secret_access_key', 'ses_session_token', 'ses_from', 'ses_endpoint'],
];

const ROLES = ['reporter', 'developer'] as const;
type Role = (typeof ROLES)[number];
type Tokens = Readonly<Record<Role, Readonly<Record<TokenScope, string>>>>;

const keyOf = ({ method, url }: Route) => `${method} ${url.replace(/(.)\/$/, '$1')}`;

async function tokensOf(player: Player): Promise<Record<TokenScope, string>> {
  const make = async (scope: TokenScope) =>
    [scope, (await player.post<NewToken>('/api/tokens', { name: `${scope}s`, scope })).is(201).token] as const;
  return Object.fromEntries(await Promise.all(TOKEN_SCOPES.map(make))) as Record<TokenScope, string>;
}

/** The refusal of a token before its body and its address are looked at; null when it gets what its owner gets. */
function refusalOf(key: string, row: Row, role: Role, held: TokenScope): string | null {
  const needed = SCOPES.get(key);
  // A refusal by role comes first. Where reporters get something, the role alone refuses nobody.
  if (role === 'reporter' && refusesUsers(row)) return '403 forbidden';
  if (needed === 'session') return '403 forbidden';
  const reached = { read: 'read', write: 'read write', admin: 'read write admin shipments', shipments: 'shipments' };
  if (needed === undefined || reached[held].split(' ').includes(needed)) return null;
  return `403 insufficient_scope ${needed}`;
}

for (const name of databases) {
  describe(`what a token may do (${name})`, () => {
    let app: App;
    let routes: readonly Route[];
    let scene: Scene;
    let tokens: Tokens;
    before(async () => {
      const { built, routes: served } = await routesOf(() => startApp(name, { OUTBOUND_ALLOW: '127.0.0.1:9' }));
      app = built;
      routes = served.filter(({ method, access }) => method !== 'OPTIONS' && method !== 'HEAD' && access !== 'public');
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
      const faults: string[] = [];
      const held = TOKEN_SCOPES.filter((scope) => refusalOf(key, row, role, scope) === null)[0];
      for (const scope of TOKEN_SCOPES) {
        const refusal = refusalOf(key, row, role, scope);
        // A refused token hears neither that the body is nonsense nor that there is no such thing.
        const missing = url.replaceAll(/:\w+/g, 'nothing');
        if (refusal === null) continue;
        const got = await ask(method, missing, tokens[role][scope], method === 'GET' ? null : '{');
        if (got !== refusal) faults.push(`${key} as ${role} with ${scope}: ${refusal} expected, ${got} answered`);
      }
      if (held === undefined) return faults;
      const ids = await (row.fixture ?? makerFor(url) ?? (async () => ({})))(scene);
      const body = bodyOf(row, ids);
      const sent = body === undefined || body instanceof FormData ? (body ?? null) : JSON.stringify(body);
      const got = await ask(method, pathOf(row, url, ids), tokens[role][held], sent);
      const expected = row.program ?? row[role];
      if (got !== String(expected))
        faults.push(`${key} as ${role} with ${held}: ${expected} expected, ${got} answered`);
      return faults;
    }

    for (const role of ROLES)
      test(`is what its scope and its owner's role allow, for every route: ${role}`, { timeout: 400_000 }, async () => {
        const faults: string[] = [];
        for (const key of SCOPES.keys()) faults.push(...(await deviations(key, role)));
        assert.deepEqual(faults, []);
      });

    test('never is to change who is let in, where mails go, or what programs may', async () => {
      const { ada, dev } = scene;
      const before = (await dev.get<Record<string, unknown>>('/api/settings')).is(200);
      // Whatever the value is, and whatever else the body says.
      const values = ['x', 7, null, [], { a: 1 }, before];
      const calls = [
        ...PEOPLES_SETTINGS.flatMap((name) =>
          [...values, before[name]].map((value) => ['PATCH', '/api/settings', { app_name: 'Other', [name]: value }]),
        ),
        ...['role', 'is_active', 'email'].flatMap((name) =>
          values.map((value) => ['PATCH', `/api/users/${ada.id}`, { name: 'Other', [name]: value }]),
        ),
        ['POST', '/api/users/invite', { email: 'zoe@example.com', role: 'developer' }],
        ['POST', '/api/users/invite', { email: 7, role: 'developer' }],
      ] as [string, string, object][];
      for (const [method, path, body] of calls) {
        const got = await ask(method, path, tokens.developer.admin, JSON.stringify(body));
        assert.equal(got, '403 forbidden', JSON.stringify(body));
      }
      assert.deepEqual((await dev.get('/api/settings')).is(200), before);
    });

    test('is to write every other setting', async () => {
      const settings = (await scene.dev.get<Record<string, unknown>>('/api/settings')).is(200);
      const derived = ['app_logo_url', 'mail_problem'];
      for (const [name, value] of Object.entries(settings))
        if (!PEOPLES_SETTINGS.includes(name) && !derived.includes(name)) {
          const got = await ask('PATCH', '/api/settings', tokens.developer.admin, JSON.stringify({ [name]: value }));
          assert.equal(got, '200', name);
        }
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
