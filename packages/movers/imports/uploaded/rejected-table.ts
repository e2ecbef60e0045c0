import type { ImportOptions } from '#contract/imports.ts';
import { Failure, type FileStore } from '#platform';
import { rejectedHeader, rejectedLine } from '../csv/rejected-rows.ts';
import { TableRefused } from '../csv/table-problem.ts';
import type { StoredImport } from './table-import-store.ts';
import { openUploaded, storedTable } from './uploaded-table.ts';

/**
 * The rows of an uploaded table that cannot be imported, as they were, with line and reason. They follow from the table
 * and how it is read, so they are read anew.
 *
 * @throws Failure `import_not_ready` for a table that was not checked, or cannot be read.
 */
export async function rejectedTable(files: FileStore, stored: StoredImport): Promise<AsyncIterable<string>> {
  const options = JSON.parse(stored.options) as ImportOptions;
  if (stored.row_count === null || options.columns === undefined) throw new Failure('import_not_ready');
  try {
    return linesOf(await openUploaded(storedTable(files, stored), stored.sha256, options, options.columns));
  } catch (error) {
    throw error instanceof TableRefused ? new Failure('import_not_ready') : error;
  }
}

async function* linesOf(table: Awaited<ReturnType<typeof openUploaded>>): AsyncGenerator<string> {
  let lines: string[] = [rejectedHeader(table.tickets)];
  for await (const _ of table.rows((_, row, why) => lines.push(rejectedLine(table.tickets, row, why)))) {
    if (lines.length > 0) yield lines.join('');
    lines = [];
  }
  if (lines.length > 0) yield lines.join('');
}
