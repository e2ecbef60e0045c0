/** A backup that an older Kwit made of PostgreSQL is restored by this one, and brought up to date. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import pg from 'pg';
import { createAsThen, openAsItIs } from '#platform';
import { databases, poolerOf } from '#testing/databases.ts';
import { emptyDatabase } from '#testing/empty-database.ts';
import { exportTo, filesIn, folderFor } from '#testing/export-archive.ts';
import { startApp } from '#testing/start-app.ts';
import { type } from '#testing/typed-command.ts';
import { KNOWN_MIGRATIONS } from '../../../../server/platform/database/migrations/migrate.ts';
import { BACKUP_PLACE, readBackupManifest, textOfManifest } from '../places/manifest.ts';

/** The newest change of the schema that the older Kwit knew. */
const LAST_OF_THEN = '0046-baseline';
const KNOWN_THEN = KNOWN_MIGRATIONS.slice(0, KNOWN_MIGRATIONS.indexOf(LAST_OF_THEN) + 1);
/** Tables whose rows are the same now and then. */
const SAME_TABLES = ['users', 'tickets', 'comments', 'attachments', 'ticket_history', 'answers'];

/** The columns of each table that a database of then had. */
async function columnsOfThen(url: string): Promise<Map<string, Set<string>>> {
  const database = await openAsItIs({ dataDir: '', databaseUrl: url, ...poolerOf(url) });
  await database.write((connection) => createAsThen(connection, KNOWN_THEN, 0));
  await database.close();
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(
    'select table_name, column_name from information_schema.columns where table_schema = current_schema()',
  );
  await client.end();
  const columns = new Map<string, Set<string>>();
  for (const { table_name: table, column_name: column } of rows)
    columns.set(table, (columns.get(table) ?? new Set()).add(column));
  return columns;
}

/** The rows of a file of lines of JSON, with those of their columns that are named. */
const rowsIn = (file: Buffer, columns: ReadonlySet<string> = new Set()) =>
  file
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => Object.fromEntries(Object.entries<unknown>(JSON.parse(line)).filter(([name]) => columns.has(name))));

/** Makes a backup what it would have been, had the Kwit of then made it. */
async function makeOlder(backup: string, columns: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
  const manifest = (await readBackupManifest(backup)) ?? assert.fail();
  const [parts, columnsThen] = [{ ...manifest.parts }, { ...manifest.columns }];
  for (const table of Object.keys(columnsThen)) {
    const [place, former] = [BACKUP_PLACE.rows(table), columns.get(table)];
    const isKnown = ([name]: [string, unknown]) => former?.has(name) ?? false;
    if (former === undefined) {
      rmSync(join(backup, place));
      delete parts[place];
      delete columnsThen[table];
      continue;
    }
    const rows = rowsIn(readFileSync(join(backup, place)), former);
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    writeFileSync(join(backup, place), text);
    parts[place] = { size: Buffer.byteLength(text), sha256: hash('sha256', text) };
    columnsThen[table] = Object.fromEntries(Object.entries(columnsThen[table] ?? {}).filter(isKnown));
  }
  const older = textOfManifest({ ...manifest, migrations: KNOWN_THEN, parts, columns: columnsThen });
  writeFileSync(join(backup, BACKUP_PLACE.manifest), older);
}

for (const name of databases.filter((database) => database === 'postgres'))
  describe(`a restore of an older backup (${name})`, () => {
    test('loads the rows into the tables of then, and brings both up to date', async (t) => {
      const [app, folder] = [await startApp(name), await folderFor(t)];
      t.after(() => app.close());
      const { ada, dev } = await app.cast.all();
      const ticket = await ada.opens();
      (await ada.comments(ticket, 'Still there?')).is(201);
      (await dev.patches(ticket, { status: 'closed', closure_summary: 'Turned it off and on.' })).is(200);
      assert.equal((await type(app, 'backup', join(folder, 'backups'))).code, 0);
      const [made = ''] = readdirSync(join(folder, 'backups')).filter((entry) => /^\d/.test(entry));
      const [then, empty] = [await emptyDatabase(), await emptyDatabase()];
      t.after(() => Promise.all([then.drop(), empty.drop()]));
      const backup = join(folder, 'backups', made);
      const columns = await columnsOfThen(then.url);
      await makeOlder(backup, columns);
      const environment = { ...app.environment, DATABASE_URL: empty.url, DATA_DIR: join(folder, 'data') };
      const { code, said } = await type({ ...app, environment }, 'restore', backup);
      assert.equal(code, 0, said);
      assert.equal((await type({ ...app, environment }, 'check')).code, 0);
      const again = await startApp(name, { DATABASE_URL: empty.url, DATA_DIR: join(folder, 'data') });
      t.after(() => again.close());
      const [before, after] = [join(folder, 'before.tar'), join(folder, 'after.tar')];
      await exportTo(before, app);
      await exportTo(after, { ...again, files: app.files });
      const [rows, restored] = [await filesIn(before), await filesIn(after)];
      for (const table of SAME_TABLES) {
        const ofThen = (files: typeof rows) =>
          rowsIn(files.get(`tables/${table}.ndjson`) ?? assert.fail(table), columns.get(table));
        assert.deepEqual(ofThen(restored), ofThen(rows), table);
      }
      (await again.stranger.get(`/api/tickets/${ticket.id}`, { authorization: `Bearer ${ada.token}` })).is(200);
    });
  });
