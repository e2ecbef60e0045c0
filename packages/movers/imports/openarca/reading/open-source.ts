import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtempDisposable, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ForeignDatabase } from '#platform';
import { ImportRefused } from '../../import-report.ts';
import { unpackArchive } from '../../keep-file.ts';

/** An OpenArca, opened to be read. The folder itself is never written. */
export interface OpenArcaFolder extends AsyncDisposable {
  readonly database: ForeignDatabase;
  /** The folder of uploaded files; null when there is none. */
  readonly uploads: string | null;
  /** The operator should know this before anything else. */
  readonly warning: string | null;
}

const WITHOUT_LOG =
  'There is no data.sqlite-wal beside the database. OpenArca does not write its newest rows into data.sqlite when it stops: unless that file was ' +
  'checkpointed, they are missing.';

/**
 * Opens a copy of what OpenArca keeps.
 *
 * @param path its folder, a `.tar.gz` that its backup script made, or its `data.sqlite`.
 * @throws ImportRefused when there is no such thing.
 */
export async function openOpenArca(path: string): Promise<OpenArcaFolder> {
  await using opening = new AsyncDisposableStack();
  const temporary = opening.use(await mkdtempDisposable(join(tmpdir(), 'kwit-import-'))).path;
  const paths = await find(path, join(temporary, 'unpacked'));
  const copy = join(temporary, 'copy.sqlite');
  await copyFile(paths.file, copy);
  const hasLog = existsSync(`${paths.file}-wal`);
  if (hasLog) await copyFile(`${paths.file}-wal`, `${copy}-wal`);
  const database = opening.adopt(open(copy, path), (database) => database.close());
  const warning = hasLog ? null : WITHOUT_LOG;
  const opened = opening.move();
  return { database, uploads: paths.uploads, warning, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

interface Found {
  readonly file: string;
  readonly uploads: string | null;
}

async function find(path: string, unpacked: string): Promise<Found> {
  const is = await stat(path).catch(() => null);
  if (is === null) throw new ImportRefused(`There is no ${path}.`);
  if (is.isDirectory()) return inFolder(path, path);
  if (/\.(tar\.gz|tgz)$/.test(path)) {
    await mkdir(unpacked);
    await unpackArchive(path, unpacked, placeInBackup);
    return inFolder(unpacked, path);
  }
  return { file: path, uploads: folderIfThere(join(dirname(path), 'uploads'), join(dirname(path), '..', 'uploads')) };
}

const DATABASE = /(?:^|\/)(data\.sqlite(?:-wal)?)$/;
/** Uploads lie flat in their folder, under the names that OpenArca gave them. */
const UPLOAD = /(?:^|\/)uploads\/([\w-]+(?:\.\w+)?)$/;

/**
 * Where in a folder an entry of a backup is unpacked; null when it is passed over. Only the names that OpenArca gives are
 * made, so nothing in the archive leads out of the folder.
 */
function placeInBackup(entry: string): string | null {
  const database = DATABASE.exec(entry)?.[1];
  if (database !== undefined) return `data/${database}`;
  const upload = UPLOAD.exec(entry)?.[1];
  return upload === undefined ? null : `uploads/${upload}`;
}

/** @param path what the operator has named. */
async function inFolder(folder: string, path: string): Promise<Found> {
  const names = ['data/data.sqlite', 'data.sqlite', 'backend/data/data.sqlite'];
  const file = names.map((name) => join(folder, name)).find((path) => existsSync(path)) ?? (await onlyDatabase(folder));
  if (file === undefined)
    throw new ImportRefused(`${path} has neither data/data.sqlite nor data.sqlite. Is it what OpenArca keeps?`);
  return {
    file,
    uploads: folderIfThere(
      join(folder, 'uploads'),
      join(dirname(file), 'uploads'),
      join(dirname(file), '..', 'uploads'),
    ),
  };
}

/** A database that `SQLITE_PATH` named otherwise, when it is the only one. */
async function onlyDatabase(folder: string): Promise<string | undefined> {
  const names = (await readdir(folder)).filter((name) => /\.(sqlite3?|db)$/.test(basename(name)));
  return names.length === 1 ? join(folder, names[0] ?? '') : undefined;
}

const folderIfThere = (...paths: readonly string[]): string | null => paths.find((path) => existsSync(path)) ?? null;

function open(copy: string, path: string): ForeignDatabase {
  try {
    const database = new ForeignDatabase(copy);
    if (database.tables.has('tickets') && database.tables.has('users')) return database;
    database.close();
  } catch (error) {
    throw new ImportRefused(`${path} cannot be read as a SQLite database: ${(error as Error).message}.`);
  }
  throw new ImportRefused(`${path} has no tables "tickets" and "users". Is it a database of OpenArca?`);
}
