import type { ImportFigures, TableProblem, UploadedTable } from '#contract/imports.ts';
import type { ImportState } from '#contract/table-words.ts';
import { Failure, type Instant, type Work } from '#platform';
import type { RowFigures } from '../import-report.ts';
import { type StoredImport, TableImportStore } from './table-import-store.ts';

const NONE: ImportFigures = { read: 0, imported: 0, merged: 0, left_out: 0 };

/** @throws Failure `import_not_found`. */
export async function findImport(work: Work, id: string): Promise<StoredImport> {
  const found = await work.of(TableImportStore).find(id);
  if (found === undefined) throw new Failure('import_not_found');
  return found;
}

export const importRunning = () =>
  new Failure('import_not_ready', { message: 'An import is running; wait until it is done.' });

/** How far an import is. */
export function importStateOf({ began_at, ended_at, held_until, problems }: StoredImport, now: Instant): ImportState {
  if (ended_at !== null) return 'done';
  if (began_at === null) return 'uploaded';
  if (held_until !== null && held_until > now) return 'running';
  return problems === null ? 'interrupted' : 'refused';
}

/** An import as developers see it. */
export function viewImport(stored: StoredImport, now: Instant): UploadedTable {
  const { tables = {} } = (stored.report === null ? {} : JSON.parse(stored.report)) as {
    tables?: Record<string, RowFigures>;
  };
  const { id, name, size, uploaded_at, uploaded_by, uploaded_by_name, began_at, ended_at, done_rows } = stored;
  return {
    ...{ id, name, size, uploaded_at, uploaded_by, uploaded_by_name, began_at, ended_at },
    state: importStateOf(stored, now),
    options: JSON.parse(stored.options),
    rows: stored.row_count,
    done_rows: done_rows ?? 0,
    tickets: tables.tickets ?? NONE,
    people: tables.users?.imported ?? 0,
    projects: tables.projects?.imported ?? 0,
    problems: stored.problems === null ? [] : (JSON.parse(stored.problems) as TableProblem[]),
  };
}
