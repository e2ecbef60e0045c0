import type { Actor, Digest, Work } from '#platform';
import { TABLES } from '#records';
import { storedSetting } from '#settings';
import { TableRowStore } from '../exports/table-row-store.ts';

/** The setting that names a file. */
const LOGO = 'app_logo';

/** The files that rows name, by name, and what the row says of their bytes: null for pictures. */
export type NamedFiles = ReadonlyMap<string, Digest | null>;

export async function namedFilesOf(work: Work<Actor>): Promise<NamedFiles> {
  const found = new Map<string, Digest | null>();
  for (const table of TABLES) {
    const naming = Object.keys(table.columns).filter((column) => table.columns[column]?.names === 'file');
    if (naming.length === 0) continue;
    const isTold = table.columns.sha256 !== undefined;
    const columns = new Set([...table.key, ...naming, ...(isTold ? ['size', 'sha256'] : [])]);
    for await (const rows of work.of(TableRowStore).pages(table, [...columns]))
      for (const row of rows)
        for (const column of naming)
          if (row[column] != null)
            found.set(String(row[column]), isTold ? { size: Number(row.size), sha256: String(row.sha256) } : null);
  }
  const logo = await storedSetting(work, LOGO);
  const name: unknown = logo === undefined ? null : JSON.parse(logo)?.filename;
  return typeof name === 'string' ? found.set(name, null) : found;
}
