import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScratchTables } from '#platform';

/** Tables in a file of their own. @param opening ends them. */
export async function openScratch(opening: AsyncDisposableStack): Promise<ScratchTables> {
  const folder = opening.use(await mkdtempDisposable(join(tmpdir(), 'kwit-import-')));
  return opening.adopt(new ScratchTables(join(folder.path, 'tables')), (tables) => tables.close());
}
