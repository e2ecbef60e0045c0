import { createReadStream } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Actor,
  digestIn,
  type FileStore,
  type Instant,
  instant,
  isSame,
  keepOpened,
  missingMigrations,
  ReadOnlySqlite,
  type RequestContext,
  type Runner,
  type Work,
} from '#platform';
import { type RecordedTable, TABLES } from '#records';
import type { LineColumns } from '../exports/open-format/format.ts';
import { bytesOf, tableLines } from '../exports/open-format/make-export.ts';
import { ImportRefused } from '../imports/import-report.ts';
import { type ReadRow, readTableRows } from '../imports/kwit/read-rows.ts';
import {
  type Checked,
  checkRows,
  counted,
  disposable,
  type NamedFiles,
  namedFilesOf,
} from '../integrity/check-database.ts';
import { CheckStore } from '../integrity/check-store.ts';
import { erasuresOf, type PastErasure } from '../privacy/erase-person.ts';
import { BACKUP_PLACE, type BackupManifest, type FileLine, type NewBackup } from './places/manifest.ts';

export interface Inside {
  readonly migrations: string[];
  /** The version to which an older database was brought last, which is taken as it is; null for one of this version. */
  readonly olderVersion: string | null;
  readonly tickets: number;
  /** The position of the newest event. */
  readonly events: number;
  readonly named: NamedFiles;
  readonly erasures: PastErasure[];
  readonly checks: readonly Checked[];
}

/** Reads it, and checks the rows against one another; those of an older Kwit are checked when they are restored. */
export async function insideOf(work: Work<Actor>): Promise<Inside> {
  const facts = await factsOf(work);
  return { ...facts, checks: facts.olderVersion === null ? await checkRows(work) : [] };
}

/** Reads it, and checks nothing. */
async function factsOf(work: Work<Actor>): Promise<Omit<Inside, 'checks'>> {
  const checks = work.of(CheckStore);
  const migrations = await checks.migrations();
  return {
    migrations,
    olderVersion: missingMigrations(migrations).length === 0 ? null : await checks.version(migrations),
    tickets: await checks.rowsOf('tickets'),
    events: await checks.lastPosition(),
    named: await namedFilesOf(work, await checks.tables()),
    erasures: await erasuresOf(work),
  };
}

const isCopied = ({ backedUp }: RecordedTable): boolean => backedUp === 'as it is';

/** The tables whose rows a backup has as text. The others follow from them, or nobody misses them. */
export const COPIED_TABLES = TABLES.filter(isCopied);

/** PostgreSQL numbers transactions itself: those of another server mean nothing. */
const OF_THE_SERVER = 'xid';

export const copiedColumns = ({ columns }: RecordedTable): LineColumns =>
  Object.entries(columns).filter(([name]) => name !== OF_THE_SERVER);

/**
 * Writes every row of one moment into a backup as text, as an export does, but with secrets, which are sealed, and whatever
 * else one installation has; checks the rows of that moment against one another, and reads what was written as a restore does
 * (docs/decisions/0071-backups-of-postgresql-are-text.md).
 */
async function copyTables(runner: Runner, context: RequestContext<null>, backup: NewBackup): Promise<CopiedDatabase> {
  const columns: BackupManifest['columns'] = {};
  let bytes = 0;
  const inside = await runner.snapshot(context, async (work) => {
    for (const table of (await work.of(CheckStore).tables()).filter(isCopied)) {
      const copied = copiedColumns(table);
      columns[table.name] = Object.fromEntries(copied.map(([name, { type }]) => [name, type]));
      bytes += (await backup.write(BACKUP_PLACE.rows(table.name), bytesOf(tableLines(work, table, copied)))).size;
    }
    return { madeAt: work.now, ...(await insideOf(work)) };
  });
  const read = await checkBackupRows(backup.pathOf('.'), { columns, migrations: inside.migrations });
  return { database: 'postgres', bytes, columns, ...inside, checks: [...inside.checks, read] };
}

export interface CopiedDatabase extends Inside {
  readonly database: BackupManifest['database'];
  /** The moment whose state it has. */
  readonly madeAt: Instant;
  /** Null where it is not copied. */
  readonly bytes: number | null;
  readonly columns: BackupManifest['columns'];
}

/** Copies the database into a backup: the file where it is one, else every row as text; or, unless wanted, only reads what it names. */
export async function copyDatabase(
  runner: Runner,
  context: RequestContext<null>,
  backup: NewBackup,
  content: { readonly database: boolean },
): Promise<CopiedDatabase> {
  if (!content.database)
    return runner.snapshot(context, async (work) => ({
      database: null,
      madeAt: work.now,
      bytes: null,
      columns: {},
      checks: [],
      ...(await factsOf(work)),
    }));
  const path = backup.pathOf(BACKUP_PLACE.database);
  const madeAt = instant(runner.clock.now());
  if (!(await runner.copyDatabase(path))) return copyTables(runner, context, backup);
  await chmod(path, 0o600);
  const { size: bytes } = await backup.note(BACKUP_PLACE.database);
  return { database: 'sqlite', madeAt, bytes, columns: {}, ...(await readCopy(path, runner, context)) };
}

/** Opens the copy and checks it: the file, its links, and its rows against one another. */
async function readCopy(path: string, runner: Runner, context: RequestContext<null>): Promise<Inside> {
  await using copy = disposable(new ReadOnlySqlite(path));
  const file: Checked = { name: 'database', text: 'the file', problems: copy.problems() };
  const inside = await runner.on(copy).read(context, insideOf);
  return { ...inside, checks: [file, ...inside.checks] };
}

export interface CopiedFiles {
  /** The files that are in the backup and right, sorted by name. */
  readonly lines: readonly FileLine[];
  readonly bytes: number;
  /** How many came now, and how many were there and damaged. */
  readonly added: number;
  readonly mended: number;
  readonly problems: readonly string[];
}

/**
 * Brings files into the store of a backup that it does not have yet, and reads all of them there. A file never changes, so
 * one that is there and right is not copied again.
 *
 * @param named what each has to be; for a picture, what it is now.
 */
export async function copyFiles(named: NamedFiles, from: FileStore, to: FileStore): Promise<CopiedFiles> {
  const lines: FileLine[] = [];
  const problems: string[] = [];
  let [bytes, added, mended] = [0, 0, 0];
  for (const name of [...named.keys()].toSorted()) {
    const expected = named.get(name) ?? (await digestIn(from, name));
    const before = await digestIn(to, name);
    const isThere = expected !== null && isSame(before, expected);
    if (!isThere && expected !== null) await copyFile(name, from, to);
    const now = isThere ? before : await digestIn(to, name);
    if (expected === null || now === null) problems.push(`the file ${name} is gone`);
    else if (!isSame(now, expected)) problems.push(`the file ${name} is not what its row says: its SHA-256 is another`);
    else {
      lines.push({ name, ...now });
      bytes += now.size;
      if (before === null) added += 1;
      else if (!isThere) mended += 1;
    }
  }
  return { lines, bytes, added, mended, problems };
}

async function copyFile(name: string, from: FileStore, to: FileStore): Promise<void> {
  const file = await from.open(name);
  if (file !== null) await keepOpened(to, file, name);
}

interface TableOfBackup {
  readonly table: RecordedTable;
  /** Reads its rows from the beginning. @throws ImportRefused naming file, line and field. */
  rows(): AsyncGenerator<ReadRow>;
}

/** The tables of a backup, in the order of loading: restoring and checking read them alike. */
export function tablesIn(
  folder: string,
  { columns, migrations }: Pick<BackupManifest, 'columns' | 'migrations'>,
): TableOfBackup[] {
  const isOlder = missingMigrations(migrations).length > 0;
  return TABLES.flatMap((table) => {
    const types = columns[table.name];
    if (types === undefined) return [];
    const place = BACKUP_PLACE.rows(table.name);
    const columnsThen = Object.entries(types).map(([name, type]): LineColumns[number] => {
      // In a backup of an older Kwit a column may have been of other words, or null: the tables of then decide.
      const entry = isOlder ? undefined : table.columns[name];
      return [name, { ...(entry ?? { meaning: '', isNullable: true }), type }];
    });
    return [{ table, rows: () => readTableRows(columnsThen, createReadStream(join(folder, place)), place) }];
  });
}

/** Reads every row of a backup by the reader of the restore. The database has checked its links before they were copied. */
export async function checkBackupRows(
  folder: string,
  manifest: Pick<BackupManifest, 'columns' | 'migrations'>,
): Promise<Checked> {
  const problems: string[] = [];
  const tables = tablesIn(folder, manifest);
  let count = 0;
  for (const { rows } of tables)
    try {
      for await (const _ of rows()) count += 1;
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error;
      problems.push(error.message);
    }
  const text = `${counted(count, 'row')} of ${counted(tables.length, 'table')}, read as a restore does`;
  return { name: 'database', text, problems };
}
