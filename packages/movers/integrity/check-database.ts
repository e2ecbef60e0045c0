import {
  contextOf,
  type Database,
  type FileStore,
  missingMigrations,
  ReadOnlySqlite,
  type Runner,
  type SettingsSource,
  schemaStranger,
} from '#platform';
import { namedFilesAmong } from '#service';
import { checkFiles } from './check-files.ts';
import { checkRows } from './check-rows.ts';
import { checkSecrets } from './check-secrets.ts';
import { CheckStore } from './check-store.ts';
import type { Checked } from './checked.ts';
import { namedFilesOf } from './named-files.ts';

const CONTEXT = contextOf('check');

/** What a database is checked with. */
export interface CheckedWith {
  readonly files: FileStore;
  /** Null where the key is not known. */
  readonly source: SettingsSource | null;
  /** Whether the bytes of a sample of the files are enough. */
  readonly isQuick: boolean;
}

/**
 * Checks a database and what belongs to it, and changes nothing: the file, rows against one another, files and secrets.
 * Everything of the database is of one moment, though a service writes.
 *
 * @param runner reads the database.
 */
export async function checkDatabase(
  database: Database,
  runner: Runner,
  { files, source, isQuick }: CheckedWith,
): Promise<Checked[]> {
  const file = checkFile(database);
  // Rows of a broken file cannot be read with any certainty.
  if (file !== null && file.problems.length > 0) return [file];
  const schema = await runner.read(CONTEXT, (work) => work.of(CheckStore).migrations());
  const other = schemaProblem(schema);
  const first = file === null ? [] : [file];
  if (other !== null) return [...first, { name: 'database', text: 'the schema', problems: [other] }];
  const { rows, secrets, named } = await runner.snapshot(CONTEXT, async (work) => ({
    rows: await checkRows(work),
    secrets: await checkSecrets(work, source),
    named: await namedFilesOf(work),
  }));
  const isNamed = (name: string) =>
    runner.read(CONTEXT, async (work) => (await namedFilesAmong(work, [name])).has(name));
  return [...first, ...rows, await checkFiles(named, files, { isQuick, isNamed }), secrets];
}

function checkFile(database: Database): Checked | null {
  if (!(database instanceof ReadOnlySqlite)) return null;
  return { name: 'database', text: 'the file, and its foreign keys', problems: database.problems() };
}

/** Only a database of this version's schema can be read by it. Null when it is that. */
export function schemaProblem(migrations: readonly string[]): string | null {
  const stranger = schemaStranger(migrations);
  if (stranger !== null) return `it was made by ${stranger}`;
  return missingMigrations(migrations).length > 0
    ? 'it is of an older Kwit: start this one on it first, or check it with that one'
    : null;
}
