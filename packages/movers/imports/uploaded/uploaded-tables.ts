import type {
  ImportFigures,
  ImportOptions,
  ImportOutcome,
  ImportRemark,
  TableProblem,
  UploadedTable,
} from '#contract/imports.ts';
import { IMPORT_REMARKS, type ImportState } from '#contract/table-words.ts';
import { Failure, type FileStore, type Instant, SECOND, type StoredFile, shifted, type Work } from '#platform';
import type { ColumnChoice } from '../csv/column-names.ts';
import { type FileBytes, TableRefused, tableProblem } from '../csv/csv-table.ts';
import { rejectedHeader, rejectedLine } from '../csv/rejected-rows.ts';
import { ImportReport, type Remark } from '../import-report.ts';
import { ImportStore } from '../import-store.ts';
import { type ImportParts, runImport } from '../incoming/run-import.ts';
import { type StoredImport, TableImportStore } from './table-import-store.ts';
import { openUploaded, type UploadedSource } from './uploaded-source.ts';

/** A page shows at most so many reasons, and so many rows of each. */
const SHOWN_REASONS = 100;
const SHOWN_ROWS = 20;

/** The report of an import as the app shows it: by reason. @param withRows whether with the first rows of each. */
export const viewReport = (report: ImportReport, withRows = true): ImportOutcome => ({
  tables: Object.entries(report.tables).map(([table, figures]) => ({ table, ...figures })),
  remarks: IMPORT_REMARKS.flatMap((kind) => byReason(kind, report[kind]))
    .slice(0, SHOWN_REASONS)
    .map((remark) => (withRows ? remark : { ...remark, rows: [] })),
});

const byReason = (kind: ImportRemark['kind'], remarks: readonly Remark[]): ImportRemark[] =>
  [...Map.groupBy(remarks, ({ table, reason }) => JSON.stringify([table, reason])).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { table, reason, problems } = first;
    const ofRejected = problems === undefined ? {} : { problems: problems.map(tableProblem) };
    return [{ kind, table, reason: withoutOptions(reason), ...ofRejected, ...rowsOf(same) }];
  });

/** Advice on the command line's options stands behind a semicolon, and is of no use here. */
const withoutOptions = (reason: string): string => reason.replace(/; --.*$/, '');

const rowsOf = (remarks: readonly Remark[]): Pick<ImportRemark, 'count' | 'rows'> => ({
  count: remarks.reduce((sum, { count }) => sum + count, 0),
  rows: remarks
    .flatMap(({ number, id, value = null }) => {
      const name = number === null ? id : `#${number}`;
      return name === null ? [] : [{ name, value }];
    })
    .slice(0, SHOWN_ROWS),
});

const NONE: ImportFigures = { read: 0, imported: 0, merged: 0, left_out: 0 };

/** @throws Failure `import_not_found`. */
export async function findImport(work: Work, id: string): Promise<StoredImport> {
  const stored = await work.of(TableImportStore).find(id);
  if (stored === undefined) throw new Failure('import_not_found');
  return stored;
}

/**
 * Finds an import whose rows are to be read or imported. They may be private where they come from, and who imports a restricted
 * ticket is added to it, so only who uploaded them does either.
 *
 * @throws Failure `import_not_found`, `forbidden`.
 */
export async function findOwnImport(work: Work, id: string): Promise<StoredImport> {
  const stored = await findImport(work, id);
  if (stored.uploaded_by !== work.actor.id)
    throw new Failure('forbidden', { message: 'Only who uploaded a table reads and imports its rows.' });
  return stored;
}

const importRunning = () =>
  new Failure('import_not_ready', { message: 'An import is running; wait until it is done.' });

function importStateOf({ began_at, ended_at, held_until, problems }: StoredImport, now: Instant): ImportState {
  if (ended_at !== null) return 'done';
  if (began_at === null) return 'uploaded';
  if (held_until !== null && held_until > now) return 'running';
  return problems === null ? 'interrupted' : 'refused';
}

/** An import as developers see it: the rows of its report are for who uploaded it. */
export function viewImport(stored: StoredImport, { now, actor }: Pick<Work, 'now' | 'actor'>): UploadedTable {
  const report = stored.report === null ? new ImportReport() : ImportReport.from(stored.report);
  const { tables } = report;
  const { id, name, size, uploaded_at, uploaded_by, uploaded_by_name, began_at, ended_at, done_rows, act_id } = stored;
  return {
    id,
    name,
    size,
    uploaded_at,
    uploaded_by,
    uploaded_by_name,
    began_at,
    ended_at,
    act_id,
    state: importStateOf(stored, now),
    options: JSON.parse(stored.options),
    rows: stored.row_count,
    done_rows: done_rows ?? 0,
    tickets: tables.tickets ?? NONE,
    people: tables.users?.imported ?? 0,
    projects: tables.projects?.imported ?? 0,
    problems: stored.problems === null ? [] : (JSON.parse(stored.problems) as TableProblem[]),
    report: viewReport(report, uploaded_by === actor.id),
  };
}

/** The line of an act on an uploaded table. */
const tableLine = ({ id, name }: Pick<StoredImport, 'id' | 'name'>, field = 'created') => ({
  ...{ thing: { type: 'import', id, name }, field, isUndoable: false },
});

/** A check of an import that has begun would have it go on in another way. @throws Failure `import_not_ready`. */
export function refuseBegun({ began_at }: StoredImport): void {
  if (began_at === null) return;
  throw new Failure('import_not_ready', { message: 'This import has begun: go on with it, or remove it.' });
}

/** Keeps how a table is to be read, by its last check. @param rows null when nothing can be imported. */
export async function storeCheck(work: Work, id: string, options: ImportOptions, rows: number | null): Promise<void> {
  const stored = await findImport(work, id);
  refuseBegun(stored);
  const change = { options: JSON.stringify(options), row_count: rows };
  if (change.options === JSON.stringify(JSON.parse(stored.options)) && rows === stored.row_count) return;
  work.lines.push({ ...tableLine(stored, 'options'), new: options });
  await work.of(TableImportStore).change(id, change);
}

/** A table that has come, and the files of those whose place it takes. */
export interface AddedImport {
  readonly added: UploadedTable;
  readonly replaced: readonly string[];
}

/**
 * POST /api/imports: a table waits to be checked and imported. One table of a person waits at a time
 * (docs/rules/moving.md#import-in-the-app).
 */
export async function addImport(work: Work, name: string, file: StoredFile): Promise<AddedImport> {
  await work.lock(`table import ${work.actor.id}`);
  const waiting = await work.of(TableImportStore).waitingOf({ person: work.actor.id });
  for (const { id } of waiting) await work.of(TableImportStore).delete(id);
  const id = work.newId();
  work.lines.push({ ...tableLine({ id, name }), new: true });
  await work.of(TableImportStore).add({
    id,
    name,
    filename: file.name,
    size: file.size,
    sha256: file.sha256,
    uploaded_at: work.now,
    uploaded_by: work.actor.id,
    options: '{}',
    row_count: null,
    began_at: null,
    held_until: null,
    problems: null,
  });
  return {
    added: viewImport(await findImport(work, id), work),
    replaced: waiting.map(({ filename }) => filename),
  };
}

/** A table that lies in the file store. @throws TableRefused, while it is read, when it is there no more. */
export const storedTable = (
  files: FileStore,
  { name, filename }: Pick<StoredImport, 'name' | 'filename'>,
): FileBytes => ({
  name,
  async *open() {
    const file = await files.open(filename);
    if (file === null)
      throw new TableRefused(`${name} is not in the file store any more.`, [tableProblem({ code: 'no_such_file' })]);
    yield* file.stream;
  },
});

/** Names that nobody has chosen are guessed; what nobody guesses is left out, and shown. */
export const GUESS: ColumnChoice = { meant: {}, ignoresUnknown: true };

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

async function* linesOf(table: UploadedSource): AsyncGenerator<string> {
  let lines: string[] = [rejectedHeader(table.tickets)];
  for await (const _ of table.rows((_, row, why) => lines.push(rejectedLine(table.tickets, row, why)))) {
    if (lines.length > 0) yield lines.join('');
    lines = [];
  }
  if (lines.length > 0) yield lines.join('');
}

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
  await work.of(TableImportStore).delete(id);
  work.lines.push({ ...tableLine(stored), old: true });
  // Else the command line would go on with it.
  if (stored.began_at !== null && stored.ended_at === null)
    await work.of(ImportStore).change(id, { ended_at: work.now });
  return stored.filename;
}

/** `import resume` of the command line leaves such a run alone: it goes on in the app. */
export const UPLOADED = 'upload';

/**
 * Imports an uploaded table as its last check said, or goes on with it.
 *
 * @param onProgress told after each transaction. What it throws ends the run there.
 * @returns why the table cannot be read to its end; null when it was imported.
 */
export async function runUploaded(
  parts: ImportParts,
  { id, actId }: { readonly id: string; readonly actId: string },
  onProgress: () => void,
): Promise<readonly TableProblem[] | null> {
  const { runner, files, context } = parts;
  const stored = await runner.read(context, (work) => work.of(TableImportStore).find(id));
  if (stored === undefined) return null;
  const options = JSON.parse(stored.options) as ImportOptions;
  try {
    const source = await openUploaded(storedTable(files, stored), stored.sha256, options, options.columns ?? []);
    const choice = JSON.stringify({ ...options, product: UPLOADED, read_as: options.product });
    const order = { source, people: options.people ?? 'placeholder', options: choice, runId: id, actId };
    await runImport(parts, order, onProgress);
    return null;
  } catch (error) {
    if (error instanceof TableRefused) return error.problems;
    throw error;
  }
}

/** How long a process keeps an import without saying so again. */
export const HELD_FOR_MS = 30 * SECOND;

/**
 * POST /api/imports/:id/run: this process is to run an import, or to go on with one that broke off. One runs at a time
 * (docs/rules/moving.md#import-in-the-app).
 *
 * @throws Failure `import_not_found`; `forbidden` for another's; `import_not_ready` for one that was not checked or is done, and while one is running.
 */
export async function startImport(
  work: Work,
  id: string,
): Promise<{ readonly started: UploadedTable; readonly actId: string }> {
  await work.lock('table imports');
  const stored = await findOwnImport(work, id);
  if (await work.of(TableImportStore).isRunning({ now: work.now })) throw importRunning();
  if (stored.row_count === null || importStateOf(stored, work.now) === 'done') throw new Failure('import_not_ready');
  await work.of(TableImportStore).change(id, {
    began_at: stored.began_at ?? work.now,
    held_until: shifted(work.now, HELD_FOR_MS),
    problems: null,
  });
  const { product = 'csv' } = JSON.parse(stored.options) as ImportOptions;
  const actId = work.act.asImport(product, stored.act_id ?? work.newId()).id ?? '';
  if (stored.act_id === null) work.lines.push({ ...tableLine(stored, 'began_at'), new: work.now });
  return { started: viewImport(await findImport(work, id), work), actId };
}
