import { existsSync, globSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A copy of the database needs as much room as it has itself, and some for what is written meanwhile. */
const ROOM = 1.2;
const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);
const shown = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MB`;

/**
 * Copies the database of a folder before a version changes it, as `before-<version>.sqlite` beside it. The copy of the upgrade
 * before goes.
 *
 * @param say is told in a sentence why there is no copy.
 * @returns the name of the copy; null where there is no room.
 */
export function copyBefore(dataDir: string, version: string, say: (text: string) => void): string | null {
  const path = join(dataDir, 'kwit.db');
  const needed = Math.ceil(ROOM * (sizeOf(path) + sizeOf(`${path}-wal`)));
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < needed) {
    say(
      `No copy of the database is made before the upgrade: ${dataDir} has ${shown(bavail * bsize)} free, and it needs ${shown(needed)}.`,
    );
    return null;
  }
  const name = `before-${version}.sqlite`;
  const draft = join(dataDir, `.${name}`);
  rmSync(draft, { force: true });
  try {
    using source = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    source.prepare('vacuum into ?').run(draft);
  } catch (error) {
    rmSync(draft, { force: true });
    say(`No copy of the database is made before the upgrade: ${(error as Error).message}.`);
    return null;
  }
  for (const older of globSync('before-*.sqlite', { cwd: dataDir })) rmSync(join(dataDir, older));
  renameSync(draft, join(dataDir, name));
  return name;
}

/** A table and the columns by which its rows are told apart. */
export interface KeyedTable {
  readonly name: string;
  readonly key: readonly string[];
}

/** How many rows of a table were written since a copy was made. */
export interface WrittenRows {
  readonly table: string;
  readonly rows: number;
}

/**
 * Counts the rows that a copy does not have, by table.
 *
 * @param except a condition on rows of `event_outbox` that do not count.
 */
export function writtenSince(
  dataDir: string,
  copy: string,
  tables: readonly KeyedTable[],
  except: string,
): WrittenRows[] {
  using db = new DatabaseSync(join(dataDir, 'kwit.db'), { readOnly: true, timeout: 5000 });
  db.prepare('attach ? as former').run(join(dataDir, copy));
  const there = new Set(
    db
      .prepare("select name from former.sqlite_master where type = 'table'")
      .all()
      .map(({ name }) => name),
  );
  return tables.flatMap(({ name, key }) => {
    if (!there.has(name)) return [];
    const same = key.map((column) => `former.${name}.${column} is main.${name}.${column}`).join(' and ');
    const counted = name === 'event_outbox' ? ` and not (${except})` : '';
    const [row] = db
      .prepare(
        `select count(*) as rows from main.${name} where not exists (select 1 from former.${name} where ${same})${counted}`,
      )
      .all();
    const rows = Number(row?.rows);
    return rows > 0 ? [{ table: name, rows }] : [];
  });
}

/** Puts a copy in the place of the database, which nobody has open. */
export function putBack(dataDir: string, copy: string): void {
  const path = join(dataDir, 'kwit.db');
  for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  renameSync(join(dataDir, copy), path);
}
