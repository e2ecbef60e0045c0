import type { UploadedTable } from '#contract/imports.ts';
import type { KeptFile, Work } from '#platform';
import { findImport, viewImport } from './show-import.ts';
import { TableImportStore } from './table-import-store.ts';

/** A table that has come, and the files of those whose place it takes. */
export interface AddedImport {
  readonly added: UploadedTable;
  readonly replaced: readonly string[];
}

/**
 * POST /api/imports: a table waits to be checked and imported. Of one person, one table waits at a time
 * (docs/rules/moving.md#import-in-the-app).
 */
export async function addImport(work: Work, name: string, file: KeptFile): Promise<AddedImport> {
  await work.lock(`table import ${work.actor.id}`);
  const waiting = await work.of(TableImportStore).waitingOf(work.actor.id);
  for (const { id } of waiting) await work.of(TableImportStore).remove(id);
  const id = work.newId();
  await work.of(TableImportStore).add({
    ...{ id, name, filename: file.name, size: file.size, sha256: file.sha256 },
    ...{ uploaded_at: work.now, uploaded_by: work.actor.id },
  });
  return {
    added: viewImport(await findImport(work, id), work.now),
    replaced: waiting.map(({ filename }) => filename),
  };
}
