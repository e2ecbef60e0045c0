/**
 * An import gives the rows that it gave before: each given file makes the database of which the digest was stored. After a change
 * that is meant, `KWIT_STORE_ROWS=1` stores it anew; `KWIT_ROWS=<folder>` writes the rows there, to compare those of two versions.
 */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readImport } from '#movers';
import { MOVED } from '../server/testing/given-exports.ts';
import { commandParts } from '../server/testing/import-runs.ts';
import { sampleOpenArca } from '../server/testing/openarca-folder.ts';
import { addOddities, ODD_MEANINGS } from '../server/testing/openarca-oddities.ts';
import { startApp } from '../server/testing/start-app.ts';
import { everyRow, type TableRow, withoutChance } from './moving/rows-without-chance.ts';

const STORED = join(import.meta.dirname, 'moving/moved-rows.ndjson');
const { KWIT_STORE_ROWS, KWIT_ROWS } = process.env;

const SOURCES: Readonly<Record<string, (t: TestContext) => readonly string[]>> = {
  ...Object.fromEntries(Object.entries(MOVED).map(([name, words]) => [name, () => [...words, '--yes']])),
  openarca: (t) => ['openarca', sampleOpenArca(t).path],
  'openarca with settings': (t) => ['openarca', sampleOpenArca(t).path, '--settings'],
  'openarca of many years': (t) => [
    ...['openarca', sampleOpenArca(t, addOddities).path, '--repair-links'],
    ...ODD_MEANINGS.flatMap((meaning) => ['--map', meaning]),
  ],
};

/** By the name of a table its columns of then, for those that came later are nobody's of then; by that of a source its digests. */
type Stored = Map<string, unknown>;
const stored: Stored = new Map(
  readFileSync(STORED, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line)),
);
const made: Stored = new Map();

/** Where the files of an import lay. */
const HERE: Readonly<Record<string, readonly string[]>> = { import_runs: ['options'] };

/** Tables of sign-in and of acts to take back, and those that the database keeps for itself. */
const OTHERS = /^(?:acts|act_lines|attempts|code_guesses|known_clients|migrations|sessions|sqlite_sequence)$/;

function comparableRows({ table, values }: TableRow): TableRow[] {
  const columns = KWIT_STORE_ROWS ? Object.keys(values) : (stored.get(table) as string[] | undefined);
  if (columns === undefined || OTHERS.test(table)) return [];
  const own = columns.filter((column) => column !== 'act_id' && !HERE[table]?.includes(column));
  made.set(table, own);
  return [{ table, values: Object.fromEntries(own.map((column) => [column, values[column]])) }];
}

for (const [name, wordsFor] of Object.entries(SOURCES))
  test(`${name} makes the rows that it made`, async (t) => {
    const app = await startApp('sqlite');
    t.after(() => app.close());
    await app.cast.ewa;
    const command = readImport(wordsFor(t));
    assert.ok(command, 'the command is understood');
    await command(commandParts(app));
    const rows = (await app.database.read((connection) => everyRow(connection))).flatMap(comparableRows);
    const texts = withoutChance(rows, '2026-11-21');
    if (KWIT_ROWS) {
      mkdirSync(KWIT_ROWS, { recursive: true });
      writeFileSync(join(KWIT_ROWS, `${name}.txt`), texts.join('\n'));
    }
    const tables = Map.groupBy(texts, (text) => text.slice(0, text.indexOf(' ')));
    const digests = Object.fromEntries(
      [...tables].map(([table, all]) => [table, `${all.length} ${hash('sha256', all.join('\n')).slice(0, 16)}`]),
    );
    made.set(name, digests);
    if (KWIT_STORE_ROWS) writeFileSync(STORED, [...made].map((line) => `${JSON.stringify(line)}\n`).join(''));
    else assert.deepEqual(digests, stored.get(name));
  });
