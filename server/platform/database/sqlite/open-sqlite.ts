import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as after } from 'node:timers/promises';
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

/** Whether there is no database, or one in which nothing was ever made. A file that is no database is not empty. */
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
  const release = holdIn(dataDir, 'kwit.lock');
  if (release === null)
    throw new StartRefused(
      `Another Kwit already serves ${dataDir}${servingNode(dataDir)}. Stop it first, or set DATA_DIR to another folder.`,
    );
  return release;
}

/** How often a start looks whether another one has changed the schema, in milliseconds. */
const LOOK_EVERY_MS = 100;

/** Waits while another start, or \`kwit upgrade run\`, changes the schema in this folder. @returns what lets the next one go on. */
export async function takeTurn(dataDir: string): Promise<() => void> {
  prepareDataFolder(dataDir);
  for (;;) {
    const release = holdIn(dataDir, 'kwit.upgrade.lock');
    if (release !== null) return release;
    await after(LOOK_EVERY_MS);
  }
}

/** @returns what releases the lock; null while another process has it. @throws StartRefused when it cannot be locked. */
function holdIn(dataDir: string, name: string): (() => void) | null {
  const path = join(dataDir, name);
  try {
    return holdFile(path);
  } catch (error) {
    throw new StartRefused(`${path} cannot be locked: ${(error as Error).message}.`);
  }
}

/** The process that serves a folder, as it is named to an operator: by its last sign of life, where its version leaves one. */
function servingNode(dataDir: string): string {
  const ask = (sql: string) => {
    try {
      using db = new DatabaseSync(join(dataDir, 'kwit.db'), { readOnly: true, timeout: 1000 });
      return db.prepare(sql).get();
    } catch {
      return undefined;
    }
  };
  const node = ask('select id, version, seen_at from nodes order by seen_at desc limit 1');
  if (node !== undefined) return ` (node ${node.id}, Kwit ${node.version}, seen at ${node.seen_at})`;
  const brought = ask('select version from upgrades order by upgraded_at desc limit 1');
  return brought === undefined ? '' : ` (Kwit ${brought.version}, which leaves no sign of life)`;
}
