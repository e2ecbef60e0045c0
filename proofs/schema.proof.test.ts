/**
 * A schema is changed by a start or by `kwit upgrade run`, and by nothing else: every command on an older schema, on that of
 * this version and on a newer one, alone and beside a running Kwit.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { type Database, holdFolder, kwitVersion, openAsItIs, openDatabase, readConfig } from '#platform';
import { KNOWN_MIGRATIONS } from '../server/platform/database/migrations/migrate.ts';
import { type DatabaseName, databases, ownDatabase } from '../server/testing/databases.ts';
import { folderFor } from '../server/testing/export-archive.ts';
import { environmentOf, kwit, typed, wholeIn } from './backup/kwit.ts';
import { ServiceProcess } from './service-process.ts';
import { everyCommand } from './upgrades/every-command.ts';
import { layOlder } from './upgrades/older.ts';

const OLDER = '1.0.0';
const NEWER = '9999-of-a-newer-kwit';

type Environment = Readonly<Record<string, string>>;

async function on<T>(environment: Environment, look: (database: Database) => Promise<T>): Promise<T> {
  const database = await openAsItIs(readConfig(environment));
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

const rowsOf = <R>(database: Database, sql: string) =>
  database.read((connection) => connection.rows<R>({ sql, parameters: [] }));

/** The columns of every table, and which changes were made. */
const schemaOf = (environment: Environment) =>
  on(environment, async (database) => {
    const columns = await database.read((connection) => connection.rows(connection.dialect.columns));
    const changes = await rowsOf<{ name: string }>(database, 'select name from migrations order by name');
    return [
      ...columns.map(({ table, column }) => `${table}.${column}`).sort(),
      ...changes.map(({ name }) => name).sort(),
    ];
  });

/** How many rows each table has. A backup is noted, and a process that serves says that it lives. */
const countsOf = (environment: Environment) =>
  on(environment, async (database) => {
    const columns = await database.read((connection) => connection.rows(connection.dialect.columns));
    const tables = [...new Set(columns.map(({ table }) => table))].filter(
      (table) => !/^(backups|nodes|sqlite_|search_)/.test(table),
    );
    const counts: Record<string, number> = {};
    for (const table of tables)
      counts[table] = Number((await rowsOf<{ n: unknown }>(database, `select count(*) as n from ${table}`))[0]?.n);
    return counts;
  });

/** A Kwit of version 1.0.0 as it was left. */
async function older(t: TestContext, name: DatabaseName): Promise<Environment> {
  const { DATA_DIR, DATABASE_URL = null, ...more } = await layOlder(t, OLDER, name);
  return { ...environmentOf(DATA_DIR, DATABASE_URL), ...more };
}

/** One of this version, empty. */
async function equal(t: TestContext, name: DatabaseName): Promise<Environment> {
  const own = await ownDatabase(name);
  const environment = environmentOf(join(await folderFor(t), 'data'), own.url);
  t.after(own.drop);
  await (await openDatabase(readConfig(environment), Date.now())).close();
  return environment;
}

/** As 1.0.0 shows that it lives: it holds the folder, or asks PostgreSQL something by sessions without a name. */
async function olderLives(t: TestContext, { DATA_DIR = '', DATABASE_URL }: Environment): Promise<() => Promise<void>> {
  if (DATABASE_URL === undefined) {
    const release = holdFolder(DATA_DIR);
    return async () => release();
  }
  const client = new pg.Client(DATABASE_URL);
  // The database is dropped with it.
  client.on('error', () => {});
  await client.connect();
  let [isOver, end] = [false, async () => {}];
  end = async () => {
    if (!isOver) await client.end();
    isOver = true;
  };
  t.after(end);
  return end;
}

/** Both versions, and what to run. */
const REFUSED = new RegExp(
  `^The database is of Kwit ${OLDER}, and this is Kwit ${kwitVersion()}, whose schema is newer\\. .*\`npm run kwit -- upgrade run\``,
);

/** These commands refuse their input before they look whether the database is theirs. */
const OF_ITS_OWN = /^restore$/;

for (const name of databases) {
  for (const lives of [false, true])
    test(`no command changes an older schema ${lives ? 'beside its Kwit' : 'alone'} (${name})`, async (t) => {
      const [environment, folder] = [await older(t, name), await folderFor(t)];
      if (lives) await olderLives(t, environment);
      const before = [await schemaOf(environment), await countsOf(environment)];
      const same = async (words: readonly string[]) =>
        assert.deepEqual([await schemaOf(environment), await countsOf(environment)], before, words.join(' '));
      const commands = await everyCommand(t, folder);
      assert.ok(commands.length > 40, `${commands.length} commands`);
      for (const words of commands) {
        const { code, said } = await typed(environment, ...words);
        assert.equal(code, 1, `kwit ${words.join(' ')}: ${said}`);
        if (!OF_ITS_OWN.test(words[0] ?? ''))
          assert.ok(
            said.split(/\n *-? ?/).some((line) => REFUSED.test(line)),
            said,
          );
        await same(words);
      }
      const backups = join(folder, 'backups');
      const backup = await typed(environment, 'backup', backups);
      assert.equal(backup.code, 0, backup.said);
      assert.match(backup.said, /^Database .*of Kwit 1\.0\.0/m);
      await same(['backup']);
      const [whole = ''] = wholeIn(backups);
      const checked = await typed(environment, 'check', whole);
      assert.equal(checked.code, 0, checked.said);
      assert.match(checked.said, /of a database of Kwit 1\.0\.0/);
    });

  test(`no command changes the schema of this version, alone and beside its Kwit (${name})`, async (t) => {
    const [environment, folder] = [await equal(t, name), await folderFor(t)];
    const before = await schemaOf(environment);
    const commands = [...(await everyCommand(t, folder)), ['backup', join(folder, 'backups')], ['upgrade', 'run']];
    const typeAll = async (isTrial: boolean) => {
      for (const words of commands.filter(
        (words) => !isTrial || words[0] !== 'import' || words.includes('--dry-run'),
      )) {
        const { code, said } = await typed(environment, ...words);
        assert.ok([0, 1, 3].includes(code), `kwit ${words.join(' ')}: ${said}`);
        if (words.includes('--dry-run')) assert.ok(code !== 1, `kwit ${words.join(' ')}: ${said}`);
        assert.deepEqual(await schemaOf(environment), before, words.join(' '));
      }
    };
    const service = await ServiceProcess.start(environment);
    try {
      await typeAll(true);
      const { code, said } = await typed(environment, 'upgrade', 'run');
      assert.deepEqual([code, /nothing is to be changed/.test(said)], [0, true]);
    } finally {
      assert.equal((await service.stop()).code, 0);
    }
    await typeAll(false);
  });

  test(`a newer schema is refused, alone and beside its Kwit (${name})`, async (t) => {
    const [environment, folder] = [await equal(t, name), await folderFor(t)];
    const service = await ServiceProcess.start(environment);
    t.after(() => service.kill());
    const database = await openDatabase(readConfig(environment), Date.now(), { isExclusive: false });
    const newer = { sql: `insert into migrations values ('${NEWER}', '2030-01-01T00:00:00.000Z')`, parameters: [] };
    await database.write((connection) => connection.run(newer));
    await database.close();
    const before = [await schemaOf(environment), await countsOf(environment)];
    const commands = [...(await everyCommand(t, folder)), ['backup', join(folder, 'backups')], ['upgrade', 'run']];
    for (const lives of [true, false]) {
      for (const words of commands.filter(([first = '']) => !OF_ITS_OWN.test(first))) {
        const { code, said } = await typed(environment, ...words);
        const what = `kwit ${words.join(' ')}, ${lives ? 'beside' : 'alone'}: ${said}`;
        assert.equal(code, 1, what);
        // The process that holds the folder of SQLite is in the way first.
        const isFirst = lives && name === 'sqlite' && /Another Kwit already serves/.test(said);
        assert.ok(isFirst || said.includes(`made by a newer Kwit (it has ${NEWER})`), what);
        assert.deepEqual([await schemaOf(environment), await countsOf(environment)], before, what);
      }
      await service.kill();
    }
    await assert.rejects(ServiceProcess.start(environment), /made by a newer Kwit/);
  });

  test(`only a start and upgrade run change an older schema, and neither beside its Kwit (${name})`, async (t) => {
    const environment = await older(t, name);
    const before = await schemaOf(environment);
    const end = await olderLives(t, environment);
    const named = name === 'sqlite' ? /Kwit 1\.0\.0, which leaves no sign/ : /as Kwit 1\.0\.0 has, seen at \d{4}-/;
    const run = await typed(environment, 'upgrade', 'run');
    assert.equal(run.code, 1);
    assert.match(run.said, named);
    await assert.rejects(ServiceProcess.start(environment), named);
    const check = await typed(environment, 'upgrade', 'check');
    assert.equal(check.code, name === 'sqlite' ? 0 : 1, check.said);
    assert.deepEqual(await schemaOf(environment), before);
    await end();
    const done = await typed(environment, 'upgrade', 'run');
    assert.equal(done.code, 0, done.said);
    for (const change of [...KNOWN_MIGRATIONS.filter((name) => name > '0061-z'), 'filling of waits']) {
      assert.ok(done.said.includes(`${change} begins`), done.said);
      assert.match(done.said, new RegExp(`${change} ended: \\d+ rows, \\d+ ms`));
    }
    assert.ok((await schemaOf(environment)).length > before.length);
    assert.match((await typed(environment, 'upgrade', 'run')).said, /nothing is to be changed/);
  });

  test(`of two that begin at once, one changes the schema and the other waits (${name})`, async (t) => {
    const [environment, started] = [await older(t, name), await older(t, name)];
    const ended = await Promise.all([1, 2].map(() => kwit(environment, 'upgrade', 'run').ended));
    assert.deepEqual(
      ended.map(({ code }) => code),
      [0, 0],
      ended.map(({ said }) => said).join('\n'),
    );
    assert.equal(ended.filter(({ said }) => said.includes('0063-nodes begins')).length, 1);
    // A start waits for the command, and serves what it made.
    const run = kwit(started, 'upgrade', 'run').ended;
    const service = await ServiceProcess.start(started);
    const { code, said } = await run;
    assert.equal(code, 0, said);
    assert.equal((await service.stop()).code, 0);
  });
}
