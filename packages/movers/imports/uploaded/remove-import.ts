import type { Work } from '#platform';
import { ImportBatchStore } from '../import-batch-store.ts';
import { findImport, importRunning, importStateOf } from './show-import.ts';
import { TableImportStore } from './table-import-store.ts';

/**
 * DELETE /api/imports/:id: an uploaded table goes; what was imported of it stays.
 *
 * @returns the name of its file, which is removed after the commit.
 * @throws Failure `import_not_found`, `import_not_ready` while it is running.
 */
export async function removeImport(work: Work, id: string): Promise<string> {
  await work.lock('table imports');
  const stored = await findImport(work, id);
  if (importStateOf(stored, work.now) === 'running') throw importRunning();
  await work.of(TableImportStore).remove(id);
  // Else the command line would go on with it.
  if (stored.began_at !== null && stored.ended_at === null) await work.of(ImportBatchStore).end(id, work.now);
  return stored.filename;
}
