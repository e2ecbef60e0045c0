/** Kwit behind a pooler in front of PostgreSQL. `npm run test:pooler` runs all tests through a real one. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { databases, ownDatabase, POSTGRES, poolerOf, runOn } from '#testing/databases.ts';
import { TcpProxy } from '#testing/tcp-proxy.ts';
import type { Database } from '../connection.ts';
import { openDatabase } from '../migrations/open-database.ts';
import { type PostgresAddress, settingsOfRole } from './postgres-address.ts';
import { PostgresWakeSignal } from './postgres-wake-signal.ts';

const server = process.env[POSTGRES] ?? '';

/** A database, and the address by which a user of its own reaches it, without a pooler. */
async function databaseFor(t: TestContext): Promise<{ role: string; directUrl: string }> {
  const own = await ownDatabase('postgres');
  const role = `kwit_${randomBytes(8).toString('hex')}`;
  await runOn(server, `create role ${role} superuser login password 'password'`);
  t.after(async () => {
    await own.drop();
    await runOn(server, `drop role ${role}`);
  });
  const url = new URL(poolerOf(own.url).directUrl ?? own.url ?? '');
  url.username = role;
  return { role, directUrl: url.href };
}

/** Opens the database, with a pooler said to be in front of it. The test closes it. */
async function opened(t: TestContext, where: PostgresAddress): Promise<Database> {
  const database = await openDatabase({ dataDir: '', ...where }, Date.now());
  t.after(() => database.close());
  return database;
}

/** Whether the session that is asked next knows a statement that was asked before. */
async function prepares(database: Database): Promise<boolean> {
  const sql = 'select name from pg_prepared_statements';
  const ask = () => database.read((connection) => connection.rows({ sql, name: 'asked_before', parameters: [] }));
  await ask();
  return (await ask()).length > 0;
}

test('the page on poolers has the statements that make the settings hold', () => {
  const page = readFileSync('docs/operating/poolers.md', 'utf8');
  for (const statement of settingsOfRole('kwit')) assert.ok(page.includes(statement), statement);
});

if (databases.includes('postgres')) {
  test('behind a pooler Kwit starts only where its settings hold for its user, and says what makes them hold', async (t) => {
    const { role, directUrl } = await databaseFor(t);
    const open = () => openDatabase({ dataDir: '', databaseUrl: directUrl, pooler: 'transaction' }, Date.now());
    const said = await open().then(String, ({ message }: Error) => message);
    assert.match(said, /Run these/);
    assert.deepEqual(said.match(/^alter role .*;$/gm), settingsOfRole(role));
    for (const statement of settingsOfRole(role).slice(1)) await runOn(server, statement);
    await assert.rejects(open(), /Run these/);
    for (const statement of said.match(/^alter role .*;$/gm) ?? []) await runOn(server, statement);
    await (await open()).close();
  });

  test('in a session that lasts a transaction nothing is prepared, and nobody listens', async (t) => {
    const { role, directUrl: databaseUrl } = await databaseFor(t);
    for (const statement of settingsOfRole(role)) await runOn(server, statement);
    for (const [pooler, lasts] of [
      [null, true],
      ['session', true],
      ['transaction', false],
    ] as const) {
      const database = await opened(t, { databaseUrl, pooler });
      assert.equal(await prepares(database), lasts, String(pooler));
      assert.equal(database.wakeSignal instanceof PostgresWakeSignal, lasts, String(pooler));
    }
  });

  test('where sessions last a transaction Kwit listens at the direct address', async (t) => {
    const { role, directUrl: databaseUrl } = await databaseFor(t);
    for (const statement of settingsOfRole(role)) await runOn(server, statement);
    const direct = await TcpProxy.start(databaseUrl);
    t.after(() => direct.close());
    const database = await opened(t, { databaseUrl, pooler: 'transaction', directUrl: direct.by(databaseUrl) });
    const heard = Promise.withResolvers<void>();
    t.after(database.wakeSignal.onWake(() => heard.resolve()));
    // It signals once as soon as it listens.
    await heard.promise;
    assert.equal(direct.taken, 1);
  });
}
