import assert from 'node:assert/strict';
import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Usage } from '#contract/statistics.ts';
import { DAY, type FileStore, HOUR, MINUTE, SECOND } from '#platform';
import { MODIFIED, startBucket } from '#testing/bucket.ts';
import { formOf } from '#testing/cast.ts';
import { samples } from '#testing/sample-files.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';
import { DUTIES } from '../../build-worker.ts';
import { runnerOn } from '../../runner.ts';
import { Housekeeping } from './housekeeping.ts';
import { NAMES_AT_ONCE, NAMING } from './housekeeping-store.ts';

/** Secrets of any value: no job needs them. */
const SOURCE = { given: {}, sealingKey: Buffer.alloc(32) };

const silent = { info() {}, error(_what: object) {} };

/** The housekeeping of one more node. */
const node = ({ database, clock, files, sessionUse }: App, itsFiles: FileStore = files, log = silent) =>
  new Housekeeping({
    runner: runnerOn(database, clock),
    files: itsFiles,
    source: SOURCE,
    log,
    sessionUse,
    ...DUTIES,
    jobs: {},
  });

const rows = <R extends object>({ database }: App, sql: string) =>
  database.read((connection) => connection.rows<R>({ sql, parameters: [] }));
const change = ({ database }: App, sql: string) =>
  database.write((connection) => connection.run({ sql, parameters: [] }));
const count = async (app: App, table: string) =>
  Number((await rows<{ n: number }>(app, `select count(*) as n from ${table}`))[0]?.n);

/** Advances the clock until every file of the bucket is a day old, and a sweep is due. */
function aDayAfterTheBucket({ clock }: App): void {
  clock.advance(Math.max(0, Date.parse(MODIFIED) - clock.now()) + 2 * DAY);
}

const LONG_SESSIONS = { JWT_EXPIRES_IN: '1000d' };

onEachDatabaseAnew(
  'what is stale',
  (app) => {
    test('is forgotten when it is of no more use, and not before', async () => {
      const { clock, cast, stranger } = app();
      const { ada } = await cast.all();
      (await ada.opening({}, { 'idempotency-key': 'k' })).is(201);
      (await stranger.post('/api/auth/request-otp', { email: 'ada@example.com' })).is(200);
      const attempts = await count(app(), 'attempts');
      assert.ok(attempts > 0);
      const [sessions, clients] = [await count(app(), 'sessions'), await count(app(), 'known_clients')];
      const house = node(app());
      const after = async (milliseconds: number) => {
        clock.advance(milliseconds);
        await house.runDue();
        const tables = ['sign_in_codes', 'attempts', 'idempotency_keys', 'sessions', 'known_clients', 'telemetry'];
        return Promise.all(tables.map((table) => count(app(), table)));
      };
      assert.equal(await count(app(), 'sign_in_codes'), 1);
      assert.deepEqual(await after(MINUTE), [1, attempts, 1, sessions, clients, 1]);
      assert.deepEqual(await after(HOUR), [1, attempts, 1, sessions, clients, 1]);
      assert.deepEqual(await after(HOUR), [0, attempts, 1, sessions, clients, 1]);
      assert.deepEqual(await after(DAY), [0, 0, 0, sessions, clients, 1]);
      assert.deepEqual(await after(88 * DAY), [0, 0, 0, sessions, clients, 1]);
      assert.deepEqual(await after(DAY), [0, 0, 0, sessions, 0, 1]);
      assert.deepEqual(await after(309 * DAY), [0, 0, 0, sessions, 0, 1]);
      assert.deepEqual(await after(DAY), [0, 0, 0, sessions, 0, 0]);
      const usage = (await (await cast.dev).get<Usage>('/api/tickets/stats/usage')).is(200);
      assert.equal(typeof usage.events.ticket_created.last_event_at, 'string');
      (await ada.get('/api/auth/me')).is(200);
      assert.deepEqual(await after(602 * DAY), [0, 0, 0, 0, 0, 0]);
    });

    test('leaves the code that is not, of two codes for one address', async () => {
      const { clock, cast, stranger } = app();
      const { email } = (await cast.guest()).user;
      const asks = (client: string) =>
        stranger.post('/api/auth/request-otp', { email }, client === '' ? {} : { 'x-forwarded-for': client });
      (await asks('198.51.100.1')).is(200);
      clock.advance(HOUR + 5 * MINUTE);
      (await asks('')).is(200);
      clock.advance(5 * MINUTE + SECOND);
      assert.equal((await node(app()).runDue()).codes, 1);
      assert.equal(await count(app(), 'sign_in_codes'), 1);
    });

    test('goes in small steps, all of it', async () => {
      const many = Array.from({ length: 1234 }, (_, n) => `('019a2f60-7c1e-7b3a-9d4e-${String(n).padStart(12, '0')}'`);
      const old = "'2020-01-01T00:00:00.000Z'";
      await change(
        app(),
        `insert into attempts (id, bucket, at) values ${many.map((id) => `${id}, 'x', ${old})`).join()}`,
      );
      const all = await count(app(), 'attempts');
      app().clock.advance(HOUR);
      assert.equal((await node(app()).runDue()).attempts, all);
      assert.equal(await count(app(), 'attempts'), 0);
    });
  },
  LONG_SESSIONS,
);

onEachDatabaseAnew('housekeeping', (app) => {
  test('is done by one node an hour, whichever comes first', async () => {
    const { clock } = app();
    const nodes = [node(app()), node(app()), node(app())];
    const nodesThatRan = async () => {
      const done = await Promise.all(nodes.map((member) => member.runDue()));
      return done.filter((tidied) => 'codes' in tidied).length;
    };
    assert.equal(await nodesThatRan(), 1);
    assert.equal(await nodesThatRan(), 0);
    clock.advance(HOUR - 1);
    assert.equal(await nodesThatRan(), 0);
    clock.advance(1);
    assert.equal(await nodesThatRan(), 1);
    // A clock that was set back does not keep the job from running until it has caught up.
    clock.advance(-DAY);
    assert.equal(await nodesThatRan(), 1);
  });

  test('says what fails, and goes on with the rest', async () => {
    const { clock, files } = app();
    const said: unknown[] = [];
    clock.advance(2 * DAY);
    const broken = Object.assign(Object.create(files) as FileStore, {
      names() {
        throw new Error('The bucket is away.');
      },
    });
    const tidied = await node(app(), broken, { info() {}, error: (what) => void said.push(what) }).runDue();
    assert.ok('codes' in tidied && !('files' in tidied));
    assert.equal(said.length, 1);
  });

  test('merges the parts of the index of words, which finds the same afterwards', async () => {
    const { ada } = await app().cast.all();
    for (let n = 1; n <= 7; n += 1) await ada.opens({ title: `Quokka ${n}` });
    const hits = async () => (await ada.lists('?q=quokka')).is(200).map(({ number }) => number);
    const before = await hits();
    assert.equal(before.length, 7);
    const parts = async () =>
      app().databaseUrl === null
        ? (await rows<{ n: number }>(app(), 'select count(distinct segid) as n from search_tickets_idx'))[0]?.n
        : 1;
    if (app().databaseUrl === null) assert.ok(Number(await parts()) > 2);
    await node(app()).runDue();
    assert.ok(Number(await parts()) <= 2);
    assert.deepEqual(await hits(), before);
  });

  test('does nothing once it was stopped', async () => {
    app().clock.advance(2 * DAY);
    const house = node(app());
    house.start();
    await house.stop();
    assert.deepEqual(await house.runDue(), {});
  });
});

onEachDatabaseAnew('files', (app) => {
  const pathOf = (name: string) => join(app().dataDir, 'files', name.slice(0, 2), name);
  const agedBy = (name: string, milliseconds: number) => {
    const then = new Date(app().clock.now() - milliseconds);
    utimesSync(pathOf(name), then, then);
  };

  test('that no row names are removed after a day; those in use stay', async () => {
    const { files, cast, clock } = app();
    const { ada, dev } = await cast.all();
    const ticket = await ada.opens();
    const [attached] = (await ada.attaches(ticket, { name: 'a.pdf', type: 'application/pdf', bytes: samples.pdf })).is(
      201,
    );
    const project = (await dev.post<{ id: string }>('/api/projects', { name: 'Kwit' })).is(201);
    for (const path of ['/api/auth/me/avatar', `/api/projects/${project.id}/icon`, '/api/settings/logo']) {
      const picture = { name: 'a.png', type: 'image/png', bytes: samples.png };
      (await dev.post(path, formOf({}, [picture], path.split('/').at(-1)))).is(200);
    }
    const inUse = (await Array.fromAsync(files.names())).map(({ name }) => name);
    assert.equal(inUse.length, 4);
    const [stray, young] = [(await files.keep(Buffer.from('x'))).name, (await files.keep(Buffer.from('x'))).name];
    for (const name of [...inUse, stray]) agedBy(name, DAY);
    agedBy(young, DAY - MINUTE);
    assert.equal((await node(app()).runDue()).files, 1);
    for (const name of [...inUse, young]) assert.ok(existsSync(pathOf(name)), name);
    assert.ok(!existsSync(pathOf(stray)));
    assert.equal((await ada.get(`/api/uploads/${attached?.filename}`)).status, 200);
    clock.advance(DAY);
    assert.equal((await node(app()).runDue()).files, 1);
    assert.ok(!existsSync(pathOf(young)));
  });

  test('are looked up for every column that names one', async () => {
    const tables =
      app().databaseUrl === null
        ? `select m.name as "table", c.name as "column" from sqlite_master as m, pragma_table_info(m.name) as c
           where m.type = 'table' and (c.name like '%filename%' or c.name = 'raw_file')`
        : `select table_name as "table", column_name as "column" from information_schema.columns
           where table_schema = 'public' and (column_name like '%filename%' or column_name = 'raw_file')`;
    const naming = (await rows<{ table: string; column: string }>(app(), tables)).map(({ table, column }) => [
      table,
      column,
    ]);
    assert.deepEqual(naming.toSorted(), NAMING.map((pair) => [...pair]).toSorted());
  });

  test('in a bucket are swept as well, however many there are', async (t) => {
    const { cast } = app();
    const { objects, open } = await startBucket(t);
    const bucket = open('/kwit');
    const names: string[] = [];
    for (let n = 0; n < NAMES_AT_ONCE + 20; n++) names.push((await bucket.keep(Buffer.from('x'))).name);
    const ticket = await (await cast.ada).opens();
    const inUse = names.filter((_, index) => index % 4 === 0);
    for (const [index, name] of inUse.entries())
      await change(
        app(),
        `insert into attachments (id, ticket_id, filename, original_name, mime_type, size, sha256, uploaded_by, created_at)
         values ('019a2f60-7c1e-7b3a-9d4e-${String(index).padStart(12, '0')}', '${ticket.id}', '${name}', 'x', 'x', 1, 'x',
         '${ticket.reporter_id}', '${MODIFIED}')`,
      );
    aDayAfterTheBucket(app());
    assert.equal((await node(app(), bucket).runDue()).files, names.length - inUse.length);
    assert.deepEqual([...objects.keys()].toSorted(), inUse.map((name) => `/bucket/kwit/${name}`).toSorted());
  });

  test('of which not one is in use are left alone: they look like those of another database', async (t) => {
    const { objects, open } = await startBucket(t);
    const bucket = open('/kwit');
    for (let n = 0; n < 3; n++) await bucket.keep(Buffer.from('x'));
    aDayAfterTheBucket(app());
    const said: unknown[] = [];
    const tidied = await node(app(), bucket, { info() {}, error: (what) => void said.push(what) }).runDue();
    assert.deepEqual([tidied.files, said.length, objects.size], [undefined, 1, 3]);
  });
});
