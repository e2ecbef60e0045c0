import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { databases, ownDatabase, POSTGRES, poolerOf } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';
import { TcpProxy } from '#testing/tcp-proxy.ts';
import { SECOND } from '../../clock.ts';
import { openDatabase } from '../migrations/open-database.ts';

/** The service on a database that is reached through a proxy. */
async function startBehindProxy(t: TestContext) {
  const own = await ownDatabase('postgres');
  t.after(() => own.drop());
  const proxy = await TcpProxy.start(own.url ?? '');
  t.after(() => proxy.close());
  const app = await startApp('postgres', { DATABASE_URL: proxy.by(own.url ?? '') });
  t.after(() => app.close());
  return { app, proxy, url: poolerOf(own.url).directUrl ?? own.url ?? '' };
}

/** Lets the time of timers pass until the work is done. @returns how many milliseconds it took. */
async function passUntilDone(t: TestContext, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let passed = 0;
  for (; !isDone; passed += 100) {
    for (let turns = 0; turns < 50 && !isDone; turns++) await turn();
    if (!isDone) t.mock.timers.tick(100);
  }
  await done;
  return passed;
}

if (databases.includes('postgres')) {
  test('a server that vanishes without a word costs 503 for ten seconds, and none later', {
    timeout: 60_000,
  }, async (t) => {
    const { app, proxy } = await startBehindProxy(t);
    const { ada } = await app.cast.all();
    await Promise.all(Array.from({ length: 10 }, () => ada.opens()));
    t.mock.timers.enable({ apis: ['setTimeout'] });
    proxy.silence();
    const lost = Promise.all(Array.from({ length: 10 }, () => ada.opening({ title: 'Into silence' })));
    const took = await passUntilDone(t, lost);
    for (const answer of await lost) {
      answer.isRefused(503, 'service_unavailable');
      assert.ok(answer.headers.get('retry-after'));
    }
    assert.ok(took <= 10.5 * SECOND, `${took} ms`);
    await ada.opens({ title: 'After it' });
    assert.equal((await app.stranger.get('/ready')).status, 200);
  });

  test('a server that takes no writes is not ready: 503, and not 500', async (t) => {
    const { app, url } = await startBehindProxy(t);
    const { ada } = await app.cast.all();
    const admin = new pg.Client(url);
    await admin.connect();
    const name = new URL(url).pathname.slice(1);
    await admin.query(`alter database ${name} set default_transaction_read_only = on`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> $2', [
      name,
      (await admin.query('select pg_backend_pid() as pid')).rows[0]?.pid,
    ]);
    await admin.end();
    // The first requests find connections that have just died.
    while ((await ada.get('/api/tickets')).status !== 200) await turn();
    (await ada.opening()).isRefused(503, 'service_unavailable');
    (await app.stranger.get('/ready')).isRefused(503, 'service_unavailable');
  });

  test('a server whose disk is full is not ready before it takes writes again', async (t) => {
    const { app, url } = await startBehindProxy(t);
    const { ada } = await app.cast.all();
    const admin = new pg.Client(url);
    await admin.connect();
    for (const [name, returns] of [
      ['no_room', 'trigger'],
      ['no_room_for_tables', 'event_trigger'],
    ])
      await admin.query(`create function ${name}() returns ${returns} language plpgsql
        as $$ begin raise exception using errcode = 'disk_full'; end $$`);
    await admin.query('create trigger no_room before insert on tickets execute function no_room()');
    await admin.query(`create event trigger no_room on ddl_command_start when tag in ('CREATE TABLE AS')
      execute function no_room_for_tables()`);
    assert.equal((await app.stranger.get('/ready')).status, 200);
    (await ada.opening()).isRefused(503, 'service_unavailable');
    (await app.stranger.get('/ready')).isRefused(503, 'service_unavailable');
    await admin.query('drop event trigger no_room');
    await admin.query('drop trigger no_room on tickets');
    await admin.end();
    assert.equal((await app.stranger.get('/ready')).status, 200);
    await ada.opens();
  });

  test('a start waits for a server that does not answer yet', async (t) => {
    const own = await ownDatabase('postgres');
    t.after(() => own.drop());
    const proxy = await TcpProxy.start(own.url ?? '');
    t.after(() => proxy.close());
    proxy.hangsUp = true;
    const where = { dataDir: '', databaseUrl: proxy.by(own.url ?? ''), ...poolerOf(own.url) };
    await assert.rejects(openDatabase(where, 0, { isExclusive: true, waitMs: 0 }), /Cannot reach PostgreSQL/);
    assert.equal(proxy.taken, 1);
    const opening = openDatabase(where, Date.now(), { isExclusive: true, waitMs: 30 * SECOND });
    while (proxy.taken < 2) await turn();
    proxy.hangsUp = false;
    await (await opening).close();
  });

  test('a start refuses a database that lacks letters, and one without a schema, with what to run', async (t) => {
    const server = process.env[POSTGRES] ?? '';
    const admin = new pg.Client(server);
    await admin.connect();
    t.after(async () => {
      for (const name of ['kwit_latin', 'kwit_nowhere'])
        await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    });
    await admin.query(`create database kwit_latin encoding 'LATIN1' locale 'C' template template0`);
    await admin.query('create database kwit_nowhere');
    await admin.query('alter database kwit_nowhere set search_path = nowhere');
    for (const [name, sentence] of [
      ['kwit_latin', /encoded in LATIN1.*\ncreate database kwit encoding 'UTF8'/],
      ['kwit_nowhere', /nowhere to put tables.*\nalter role/],
    ] as const)
      await assert.rejects(
        openDatabase({ dataDir: '', databaseUrl: `${server}/${name}` }, 0, { isExclusive: true }),
        sentence,
      );
  });

  test('a start does not wait for a server that has no such database', async () => {
    // A pooler keeps this answer to itself and lets its clients wait.
    const databaseUrl = `${process.env[POSTGRES]}/kwit_that_is_not_there`;
    const opening = openDatabase({ dataDir: '', databaseUrl }, 0, { isExclusive: true, waitMs: 30 * SECOND });
    await assert.rejects(opening, /does not exist/);
  });
}
