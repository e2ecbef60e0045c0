import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Player } from '../server/testing/cast.ts';
import { databases } from '../server/testing/databases.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { CHANGES, NAMELESS, SEEN_ELSEWHERE } from './access/acts-made.ts';
import { badCredentials } from './access/credentials.ts';
import { makerFor } from './access/fixtures.ts';
import { type Route, routesOf } from './access/routes.ts';
import { bodyOf, type Expected, type Ids, pathOf, type Row, refusesUsers, type Scene } from './access/row.ts';
import { table } from './access/table.ts';

const ROLES = ['reporter', 'other', 'developer', 'otherDeveloper'] as const;
type Role = (typeof ROLES)[number];

/** The row to suggest for a new route, by the access that the route declares. */
const SUGGESTED: Readonly<Record<string, string>> = {
  public: 'anyone(200)',
  'signed-in': 'signedIn(200)',
  developer: 'developers(200)',
};

/** Fastify answers HEAD wherever it answers GET, and adds a route with a slash at the end. */
const keyOf = ({ method, url }: Route) => `${method === 'HEAD' ? 'GET' : method} ${url.replace(/(.)\/$/, '$1')}`;

interface Sent {
  readonly authorization: string | null;
  readonly body?: string | FormData | null;
  readonly isJson?: boolean;
}

/** Whether an answer named an act, for each operation that has succeeded. */
const named = new Map<string, boolean>();

/** Makes one call. @returns status and code, as the table has them. */
async function ask(app: App, key: string, path: string, { authorization, body, isJson }: Sent): Promise<string> {
  const [method = ''] = key.split(' ');
  const headers = {
    ...(authorization === null ? {} : { authorization }),
    ...(isJson ? { 'content-type': 'application/json' } : {}),
  };
  const answer = await app.stranger.send(method, path, body, headers);
  if (answer.status === 401) assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
  if (answer.status < 400 && method !== 'HEAD')
    named.set(key, named.get(key) === true || answer.headers.has('kwit-act'));
  if (answer.status < 400 || method === 'HEAD') return String(answer.status);
  const { error } = JSON.parse(answer.text) as { error: unknown };
  // The errors of /mcp are those of its protocol.
  return typeof error === 'string' ? `${answer.status} ${error}` : String(answer.status);
}

function sentTo(row: Row, ids: Ids): Omit<Sent, 'authorization'> {
  const body = bodyOf(row, ids);
  if (body === undefined || body instanceof FormData) return { body: body ?? null };
  return { body: JSON.stringify(body), isJson: true };
}

for (const name of databases) {
  describe(`who gets what from each route (${name})`, () => {
    const webApp = mkdtempSync(join(tmpdir(), 'kwit-web-'));
    let app: App;
    let routes: readonly Route[];
    let scene: Scene;
    let strangers: Record<string, string | null>;
    before(async () => {
      writeFileSync(join(webApp, 'index.html'), '<!doctype html>');
      const { built, routes: served } = await routesOf(() =>
        startApp(name, { OUTBOUND_ALLOW: '127.0.0.1:9' }, undefined, { webApp }),
      );
      app = built;
      routes = served.filter(({ method }) => method !== 'OPTIONS');
      scene = { app, ...(await app.cast.all()) };
      strangers = await badCredentials(app);
    });
    after(async () => {
      await app.close();
      rmSync(webApp, { recursive: true, force: true });
    });

    test('stands in the table: a row for each route, and a route for each row', () => {
      const missing = routes
        .filter((route) => !(keyOf(route) in table))
        .map((route) => `add to proofs/access/table.ts:  '${keyOf(route)}': ${SUGGESTED[route.access]},`);
      const keys = new Set(routes.map(keyOf));
      const superfluous = Object.keys(table)
        .filter((key) => !keys.has(key))
        .map((key) => `remove from proofs/access/table.ts: '${key}' (the router has no such route)`);
      const nameless = Object.entries(table)
        .map(([key, { fixture }]) => ({ url: key.split(' ')[1] ?? '', fixture }))
        .filter(({ url, fixture }) => url.includes(':') && !fixture && !makerFor(url))
        .map(({ url }) => `add to FIXTURES of proofs/access/fixtures.ts what ${url} names`);
      assert.deepEqual([...new Set([...missing, ...superfluous, ...nameless])], []);
    });

    const playerFor = (role: Role, { endsSession }: Row): Promise<Player> => {
      const { cast } = app;
      if (endsSession) return role === 'reporter' || role === 'other' ? cast.guest() : cast.newDeveloper();
      return { reporter: cast.ada, other: cast.jan, developer: cast.dev, otherDeveloper: cast.ewa }[role];
    };

    /** Calls one route as everybody. @returns a line for each answer that is not as the row says. */
    async function deviations(key: string, row: Row): Promise<string[]> {
      const [method = '', url = ''] = key.split(' ');
      const make = row.fixture ?? makerFor(url) ?? (async () => ({}));
      const pathFor = (ids: Ids) => pathOf(row, url, ids);
      const hasHead = method === 'GET' && routes.some((route) => route.method === 'HEAD' && route.url === url);
      const faults: string[] = [];
      const compare = async (who: string, expected: Expected, path: string, sent: Sent) => {
        const got = await ask(app, key, path, sent);
        if (got !== String(expected)) faults.push(`${key} as ${who}: ${expected} expected, ${got} answered`);
        if (!hasHead || who.startsWith('bad: ')) return;
        const head = await ask(app, `HEAD ${url}`, path, sent);
        if (head !== String(expected).slice(0, 3)) faults.push(`HEAD for ${key} as ${who}: ${head} answered`);
      };
      // A caller who may not call at all is refused before their body is checked.
      const nonsense = row.body === undefined ? {} : { body: '{', isJson: true };
      let ids = await make(scene);
      await Promise.all(
        Object.entries(strangers).map(([who, authorization]) => {
          const sent = row.stranger === '401 unauthorized' ? nonsense : sentTo(row, ids);
          return compare(who, row.stranger, pathFor(ids), { authorization, ...sent });
        }),
      );
      // Roles that are refused come first, on the fixture that the others then use: it must still be there.
      const isAllowed = (role: Role) => Number.parseInt(String(row[role]), 10) < 400;
      for (const role of ROLES.toSorted((a, b) => Number(isAllowed(a)) - Number(isAllowed(b)))) {
        const isOwners = role === 'otherDeveloper' && row.developer !== row.otherDeveloper;
        const isByRole = refusesUsers(row) && row[role] === row.reporter && !isOwners;
        const { token } = await playerFor(role, row);
        const sent = isByRole ? nonsense : sentTo(row, ids);
        await compare(role, row[role], pathFor(ids), { authorization: `Bearer ${token}`, ...sent });
        if (isAllowed(role) && method !== 'GET') ids = await make(scene);
      }
      return faults;
    }

    test('is what the table says, for every route and everyone', { timeout: 400_000 }, async () => {
      const faults: string[] = [];
      for (const [key, row] of Object.entries(table)) faults.push(...(await deviations(key, row)));
      assert.deepEqual(faults, []);
    });

    test('names its act wherever it changes something, but for what makes none', async () => {
      const faults: string[] = [];
      for (const key of Object.keys(table).filter((route) => !route.startsWith('GET '))) {
        const change = CHANGES[key];
        if (change !== undefined) {
          const answer = await change(scene);
          if (answer.status >= 400) faults.push(`${key} of CHANGES: ${answer.status} ${answer.text}`);
          named.set(key, answer.headers.has('kwit-act'));
        }
        const isNameless = key.includes(' /api/auth/') || key in NAMELESS;
        if (named.get(key) === isNameless) faults.push(`${key}: ${isNameless ? 'names an act' : 'names no act'}`);
        if (!named.has(key) && !isNameless && !(key in SEEN_ELSEWHERE))
          faults.push(`${key}: add a call that changes something to CHANGES of proofs/access/acts-made.ts`);
      }
      const wrongReads = [...named].filter(([key, isNamed]) => key.startsWith('GET ') && isNamed);
      assert.deepEqual([faults, wrongReads], [[], []]);
    });
  });
}
