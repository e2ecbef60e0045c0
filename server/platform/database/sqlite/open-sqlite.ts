import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { prepareDataFolder } from '../../config/data-folder.ts';
import { StartRefused } from '../../failure.ts';
import type { Database } from '../connection.ts';
import { holdFile } from './database-file.ts';
import { SqliteDatabase } from './sqlite.ts';

interface SqliteOpening {
  readonly isExclusive: boolean;
  readonly isNew: boolean;
  readonly isBrief: boolean;
}

/**
 * Opens the database in the data folder, and makes both when they are missing.
 *
 * @param opening `isExclusive`: whether this is to be the one process that serves the folder. `isNew`: whether a database may be made
 * beside files that another one named. `isBrief`: whether it is for one command.
 * @throws StartRefused when the folder has files and no database, or cannot be written to, when another process serves
 * it, and when the file is no database.
 */
export function openSqlite(dataDir: string, { isExclusive, isNew, isBrief }: SqliteOpening): Database {
  prepareDataFolder(dataDir);
  if (!isNew) refuseLostDatabase(dataDir);
  const release = isExclusive ? holdFolder(dataDir) : undefined;
  try {
    return new SqliteDatabase(join(dataDir, 'kwit.db'), { isBrief, release: release ?? (() => {}) });
  } catch (error) {
    release?.();
    throw new StartRefused(
      `Cannot open ${join(dataDir, 'kwit.db')}: ${(error as Error).message}. Is it a Kwit database?`,
    );
  }
}

/**
 * Files that no database names, and keys that open nothing, are those of a database that is lost: an empty one in its place would
 * hide that.
 */
function refuseLostDatabase(dataDir: string): void {
  if (!isEmptyDatabase(join(dataDir, 'kwit.db'))) return;
  const files = join(dataDir, 'files');
  const left = [
    ...(existsSync(files) && readdirSync(files).length > 0 ? ['files'] : []),
    ...(existsSync(join(dataDir, 'secrets.json')) ? ['keys (secrets.json)'] : []),
  ];
  if (left.length === 0) return;
  throw new StartRefused(
    `${dataDir} has ${left.join(' and ')} but no database, or an empty one (kwit.db). Restore it from a backup, or begin anew: start it with --new.`,
  );
}

/** Whether there is no database, or one in which nothing was ever made. What is no database is not empty. */
function isEmptyDatabase(path: string): boolean {
  if (!existsSync(path) || statSync(path).size === 0) return true;
  try {
    using db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    return db.prepare('select 1 from sqlite_master').get() === undefined;
  } catch {
    return false;
  }
}

/** Locks the folder for this process. @throws StartRefused when another one has it, or it cannot be locked. */
export function holdFolder(dataDir: string): () => void {
  const path = join(dataDir, 'kwit.lock');
  let release: ReturnType<typeof holdFile>;
  try {
    release = holdFile(path);
  } catch (error) {
    throw new StartRefused(`${path} cannot be locked: ${(error as Error).message}.`);
  }
  if (release === null)
    throw new StartRefused(`Another Kwit already serves ${dataDir}. Stop it first, or set DATA_DIR to another folder.`);
  return release;
}
