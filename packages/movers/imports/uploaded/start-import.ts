import type { UploadedTable } from '#contract/imports.ts';
import { Failure, SECOND, shifted, type Work } from '#platform';
import { findImport, importRunning, importStateOf, viewImport } from './show-import.ts';
import { TableImportStore } from './table-import-store.ts';

/** How long a process keeps an import without saying so again. */
export const HELD_FOR_MS = 30 * SECOND;

/**
 * POST /api/imports/:id/run: this process is to run an import, or to go on with one that broke off. One runs at a time
 * (docs/rules/moving.md#import-in-the-app).
 *
 * @throws Failure `import_not_found`; `import_not_ready` for one that was not checked or is done, and while one is running.
 */
export async function startImport(work: Work, id: string): Promise<UploadedTable> {
  await work.lock('table imports');
  const stored = await findImport(work, id);
  if ((await work.of(TableImportStore).running(work.now)) !== undefined) throw importRunning();
  if (stored.row_count === null || importStateOf(stored, work.now) === 'done') throw new Failure('import_not_ready');
  await work.of(TableImportStore).change(id, {
    began_at: stored.began_at ?? work.now,
    held_until: shifted(work.now, HELD_FOR_MS),
    problems: null,
  });
  return viewImport(await findImport(work, id), work.now);
}
