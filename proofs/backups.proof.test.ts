/** Whatever a database holds: what is backed up is whole, comes back, is exported and imported as it was. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { contextOf, openAsItIs, readConfig, systemClock } from '#platform';
import { samples } from '#testing/sample-files.ts';
import { COPIED_TABLES, copiedColumns } from '../packages/movers/backups/copy.ts';
import { tableLines } from '../packages/movers/exports/open-format/make-export.ts';
import { runnerOn } from '../server/runner.ts';
import { Caller } from '../server/testing/caller.ts';
import { formOf } from '../server/testing/cast.ts';
import { type DatabaseName, databases, ownDatabase } from '../server/testing/databases.ts';
import { emptyDatabase } from '../server/testing/empty-database.ts';
import { comparable, filesIn } from '../server/testing/export-archive.ts';
import { serviceHere } from '../server/testing/service-here.ts';
import { environmentOf, folderOf, typed, wholeIn } from './backup/kwit.ts';
import { fill, NOTHING, type World, worlds } from './backup/worlds.ts';
import { tokenOf } from './service-process.ts';
import { seed, sizeOnEach } from './size.ts';

const WORLDS = sizeOnEach(20, 200);

type Environment = Readonly<Record<string, string>>;

const ready = async (environment: Environment, ...words: readonly string[]) => {
  const { code, said } = await typed(environment, ...words);
  assert.equal(code, 0, `kwit ${words.join(' ')}: ${said}`);
};

async function exported(environment: Environment, file: string): Promise<Map<string, string>> {
  await ready(environment, 'export', file, '--with-events');
  return comparable(await filesIn(file));
}

/** Every row that a backup has, but for the list of backups. */
async function rowsOf(environment: Environment): Promise<Record<string, string>> {
  const database = await openAsItIs(readConfig(environment));
  const tables: Record<string, string> = {};
  try {
    await runnerOn(database, systemClock).snapshot(contextOf('proof'), async (work) => {
      for (const table of COPIED_TABLES.filter(({ name }) => name !== 'backups'))
        tables[table.name] = (await Array.fromAsync(tableLines(work, table, copiedColumns(table))))
          .map(({ bytes }) => Buffer.from(bytes).toString())
          .join('');
    });
    return tables;
  } finally {
    await database.close();
  }
}

/** Makes a Kwit that is such a world. */
async function make(environment: Environment, world: World): Promise<void> {
  const service = await serviceHere(environment);
  const dev = new Caller(service.address, await tokenOf(service.address));
  (await dev.patch('/api/settings', world.settings)).is(200);
  const file = [{ name: 'a.txt', type: 'text/plain', bytes: samples.text }];
  const form = formOf({ title: `Title ${world.title.slice(0, 290).toWellFormed()}`, description: world.comment }, file);
  const { id } = (await dev.post<{ id: string }>('/api/tickets', form)).is(201);
  (await dev.post(`/api/tickets/${id}/comments`, { content: world.comment, is_closure_summary: true })).is(201);
  (await dev.patch(`/api/tickets/${id}`, { status: 'closed' })).is(200);
  (await dev.post('/api/webhooks', { url: 'https://1.1.1.1/', events: world.events })).is(201);
  await service.stop();
  await fill(environment, world);
}

async function comesBack(name: DatabaseName, folder: string, world: World): Promise<void> {
  const own = await ownDatabase(name);
  const environment = environmentOf(join(folder, 'data'), own.url);
  await make(environment, world);
  const rows = await rowsOf(environment);
  await ready(environment, 'backup', join(folder, 'backups'));
  const [backup = ''] = wholeIn(join(folder, 'backups'));
  await ready(environment, 'check', backup);
  const before = await exported(environment, join(folder, 'before.tar'));
  const empty = own.url ? [await emptyDatabase(), await emptyDatabase()] : [];
  const restored = environmentOf(join(folder, 'restored'), empty[0]?.url);
  await ready(restored, 'restore', backup, '--resend');
  const back = await rowsOf(restored);
  for (const [table, lines] of Object.entries(rows)) assert.equal(back[table], lines, table);
  await ready(restored, 'check');
  const imported = environmentOf(join(folder, 'imported'), empty[1]?.url);
  await ready(imported, 'import', 'kwit', join(folder, 'before.tar'));
  const after = await exported(imported, join(folder, 'imported.tar'));
  assert.deepEqual([...after.keys()], [...before.keys()]);
  for (const [file, bytes] of before) assert.equal(after.get(file), bytes, file);
  for (const database of [own, ...empty]) await database.drop();
}

for (const name of databases)
  test(`${WORLDS} worlds with values at their bounds come back from a backup and an export as they were (${name}, seed ${seed})`, async (t: TestContext) => {
    const folder = folderOf(t);
    let count = 0;
    const checkWorld = (world: World) => comesBack(name, join(folder, String(count++)), world);
    await checkWorld(NOTHING);
    await fc.assert(fc.asyncProperty(worlds, checkWorld), { numRuns: WORLDS - 1, seed, endOnFailure: true });
  });
