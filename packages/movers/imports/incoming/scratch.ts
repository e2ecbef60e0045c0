import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScratchTables } from '#platform';

/** Tables in a file of their own. @returns what removes it, too. */
export async function openScratch(): Promise<{ readonly tables: ScratchTables; close(): Promise<void> }> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'kwit-import-'));
  const tables = new ScratchTables(join(folder.path, 'tables'));
  const close = async () => {
    tables.close();
    await folder.remove();
  };
  return { tables, close };
}
