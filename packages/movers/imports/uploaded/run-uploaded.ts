import type { ImportOptions, TableProblem } from '#contract/imports.ts';
import type { FileStore, RequestContext, Runner, SettingsSource } from '#platform';
import { TableRefused } from '../csv/table-problem.ts';
import { runImport } from '../incoming/run-import.ts';
import { TableImportStore } from './table-import-store.ts';
import { openUploaded, storedTable } from './uploaded-table.ts';

/** What `import resume` of the command line knows such a run by: it goes on in the app. */
export const UPLOADED = 'upload';

interface UploadedParts {
  readonly runner: Runner;
  readonly files: FileStore;
  readonly settings: SettingsSource;
  readonly context: RequestContext;
}

/**
 * Imports an uploaded table as its last check said, or goes on with it.
 *
 * @param onProgress told after each transaction. What it throws ends the run there.
 * @returns why the table cannot be read to its end; null when it was imported.
 */
export async function runUploaded(
  parts: UploadedParts,
  id: string,
  onProgress: () => void,
): Promise<readonly TableProblem[] | null> {
  const { runner, files, context } = parts;
  const stored = await runner.read(context, (work) => work.of(TableImportStore).find(id));
  if (stored === undefined) return null;
  const options = JSON.parse(stored.options) as ImportOptions;
  try {
    const source = await openUploaded(storedTable(files, stored), stored.sha256, options, options.columns ?? []);
    const asked = JSON.stringify({ product: UPLOADED, ...options });
    await runImport(parts, { source, people: options.people ?? 'placeholder', options: asked, runId: id }, onProgress);
    return null;
  } catch (error) {
    if (error instanceof TableRefused) return error.problems;
    throw error;
  }
}
