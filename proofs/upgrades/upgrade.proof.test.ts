/**
 * The data of an older Kwit opens, loses nothing, and has the schema of a new installation. Each older version has a
 * folder: its data folder on SQLite, its database on PostgreSQL with its files, and the export that it made of each.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { DiskFileStore } from '#platform';
import { migrateWithin } from '../../server/platform/database/migrations/migrate.ts';
import { type DatabaseName, databases } from '../../server/testing/databases.ts';
import { exportTo, filesIn, folderFor } from '../../server/testing/export-archive.ts';
import { type App, startApp } from '../../server/testing/start-app.ts';
import { type } from '../../server/testing/typed-command.ts';
import { layOlder, VERSIONS } from './older.ts';

/** Starts the service of today on what the older version left behind. */
async function openOlder(t: TestContext, version: string, name: DatabaseName): Promise<App> {
  const environment = await layOlder(t, version, name);
  const files = new DiskFileStore(join(environment.DATA_DIR, 'files'));
  return { ...(await startApp(name, environment)), files };
}

const COLUMNS = {
  sqlite: `select m.name || '.' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || coalesce(c.dflt_value, '')
      || ' ' || c.pk as line
    from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite_%'`,
  postgres: `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
      || coalesce(collation_name, '') || ' ' || coalesce(column_default, '') as line
    from information_schema.columns where table_schema = 'public'`,
};
const INDEXES = {
  sqlite: `select replace(replace(sql, char(10), ' '), '  ', ' ') as line from sqlite_master
    where type = 'index' and sql is not null or sql like 'create virtual%'`,
  postgres: `select indexdef as line from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select relname || ' ' || reloptions::text from pg_class
      where relnamespace = 'public'::regnamespace and reloptions is not null`,
};

/** Columns, indexes, constraints and options, as the database describes them. */
async function schemaOf({ database }: App, name: DatabaseName): Promise<string[]> {
  const ask = (sql: string) =>
    database.read((connection) => connection.rows<{ line: string }>({ sql, parameters: [] }));
  const lines = [...(await ask(COLUMNS[name])), ...(await ask(INDEXES[name]))];
  return lines.map(({ line }) => line.replaceAll(/\s+/g, ' ')).sort();
}

/** The rows and files of an export. */
const exported = (files: ReadonlyMap<string, Buffer>): [string, string][] =>
  [...files]
    .filter(([name]) => /^(tables|files)\//.test(name))
    .map(([name, bytes]): [string, string] => [name, bytes.toString('base64')])
    .sort();

const linesOf = (bytes: string): Record<string, unknown>[] =>
  Buffer.from(bytes, 'base64')
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** The lines of a table without the columns that it did not have then, of which every row has the same value. */
function asOf(then: string, now: string): string {
  if (then === now) return now;
  const [[before], after] = [linesOf(then), linesOf(now)];
  const newer = Object.keys(after[0] ?? {}).filter((column) => before !== undefined && !(column in before));
  for (const column of newer) assert.equal(new Set(after.map((row) => JSON.stringify(row[column]))).size, 1, column);
  const older = after.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !newer.includes(name))));
  return Buffer.from(older.map((row) => `${JSON.stringify(row)}\n`).join('')).toString('base64');
}

test('there are older versions', () => assert.ok(VERSIONS.length > 0));

for (const name of databases)
  for (const version of VERSIONS)
    describe(`what Kwit ${version} left behind (${name})`, () => {
      test('opens, and its export is the one that was made before', async (t) => {
        const app = await openOlder(t, version, name);
        t.after(() => app.close());
        const folder = await folderFor(t);
        await exportTo(join(folder, 'after.tar'), app, { events: true });
        const before = join(folder, 'before.tar');
        writeFileSync(before, gunzipSync(readFileSync(join(import.meta.dirname, version, `${name}.export.tar.gz`))));
        const [then, now] = [exported(await filesIn(before)), exported(await filesIn(join(folder, 'after.tar')))];
        assert.ok(then.length > 15, 'The export has too few parts.');
        const earlier = new Map(then);
        const newer = now.filter(([part]) => !earlier.has(part));
        // A newer part is empty, and a newer column has its first value.
        for (const [part, bytes] of newer) assert.equal(bytes, '', part);
        for (const [part, bytes] of now.filter(([name]) => earlier.has(name)))
          assert.equal(asOf(earlier.get(part) ?? '', bytes), earlier.get(part), part);
        assert.equal(now.length - newer.length, then.length);
        const { code, said } = await type(app, 'check');
        assert.equal(code, 0, said);
      });

      test('has the schema of a new installation', async (t) => {
        const [older, fresh] = [await openOlder(t, version, name), await startApp(name)];
        t.after(() => Promise.all([older.close(), fresh.close()]));
        assert.deepEqual(await schemaOf(older, name), await schemaOf(fresh, name));
        if (name === 'sqlite') return;
        // The planner has looked at what is newer.
        const sql = `select count(*)::int as known from pg_stats where tablename = 'tickets' and schemaname = current_schema
          and attname in ('merged_into_id', 'restricted')`;
        assert.deepEqual(await older.database.read((connection) => connection.rows({ sql, parameters: [] })), [
          { known: 2 },
        ]);
      });
    });

for (const name of databases)
  test(`a database from before the baseline is refused, with what to do (${name})`, async (t) => {
    const app = await openOlder(t, '0.1.0', name);
    t.after(() => app.close());
    await app.database.write((connection) =>
      connection.run({ sql: "delete from migrations where name > '0040'", parameters: [] }),
    );
    const again = app.database.write((connection) => migrateWithin(connection, app.clock.now()));
    await assert.rejects(again, {
      name: 'StartRefused',
      message: /from before the first release\. Start the last version from before it once/,
    });
  });
