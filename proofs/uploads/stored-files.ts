import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../server/testing/start-app.ts';

/** Every column that names a file, with the digest where the row has one. */
const NAMING = `
  select filename, sha256 from attachments
  union all select avatar_filename, null from users where avatar_filename is not null
  union all select icon_filename, null from projects where icon_filename is not null
  union all select filename, null from removed_rows where filename is not null
  union all select filename, sha256 from table_imports
  union all select raw_file, null from inbound_mails where raw_file is not null`;

interface StoredFiles {
  /** Paths of files that no row names, temporary ones among them. */
  readonly withoutRow: readonly string[];
  /** Names of files that are missing, or whose digest is not that of their row. */
  readonly withoutFile: readonly string[];
  readonly count: number;
}

/** Compares the rows that name files with the files in the folder. */
export async function storedFiles(app: App): Promise<StoredFiles> {
  const named = await app.database.read(async (connection) => {
    const rows = await connection.rows<{ filename: string; sha256: string | null }>({ sql: NAMING, parameters: [] });
    const [logo] = await connection.rows<{ value: string }>({
      sql: "select value from settings where name = 'app_logo'",
      parameters: [],
    });
    const { filename } = JSON.parse(logo?.value ?? 'null') ?? {};
    return [...rows, ...(filename ? [{ filename: String(filename), sha256: null }] : [])];
  });
  const folder = join(app.dataDir, 'files');
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => ({
      path: join(parentPath, name),
      isAtHome: parentPath === join(folder, name.slice(0, 2)),
      name,
    }));
  const rows = new Map(named.map(({ filename, sha256 }) => [filename, sha256]));
  const atHome = new Map(files.filter(({ isAtHome }) => isAtHome).map(({ name, path }) => [name, path]));
  return {
    withoutRow: files.filter(({ name, isAtHome }) => !isAtHome || !rows.has(name)).map(({ path }) => path),
    withoutFile: [...rows].filter(([name, sha256]) => !isThere(atHome.get(name), sha256)).map(([name]) => name),
    count: rows.size,
  };
}

const isThere = (path: string | undefined, sha256: string | null) =>
  path !== undefined && (sha256 === null || hash('sha256', readFileSync(path)) === sha256);
