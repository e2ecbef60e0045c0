import { column, optional } from './columns.ts';
import { declareTable, KEPT, OWN } from './table-entry.ts';

const import_runs = declareTable({
  meaning: 'A run of an import from another product.',
  key: ['id'],
  ...KEPT,
  erased: 'by id',
  checked: ['nothing'],
  columns: {
    id: column.id('Identifies the run.'),
    source: column.text('Which installation of the other product it read.'),
    began_at: column.time('When it began.'),
    ended_at: optional(column.time('When it was done; null until then.')),
    file_sha256: optional(column.text('The file that it read.')),
    done_rows: column.integer('How many rows of the file are done.'),
    options: column.json('What it was asked for.'),
    report: optional(column.json('What was read, imported, merged and left out.')),
  },
});

const imports = declareTable({
  meaning: 'What a row of another product has become, so that it is known again.',
  key: ['external_id', 'kind', 'source'],
  ...KEPT,
  erased: 'by id',
  checked: ['links'],
  columns: {
    source: column.text('Which installation of the other product it comes from.'),
    kind: column.text('What it is there: `ticket`, `comment`, `user`, ….'),
    external_id: column.text('Its id there.'),
    kwit_id: optional(column.id('Its id here; null for what has none.')),
    sha256: column.text('Of the row as it was there.'),
    run_id: column.idOf('import_runs', 'The run that brought it.'),
    imported_at: column.time('When.'),
  },
});

const table_imports = declareTable({
  meaning: 'A table that a developer has uploaded to import it. It is removed after a week.',
  key: ['id'],
  ...OWN,
  erased: 'by id',
  checked: ['links', 'files'],
  columns: {
    id: column.id('Identifies it, and the run that imports it.'),
    filename: column.file('The file.'),
    name: column.text('What the file is called.'),
    size: column.integer('How large it is.'),
    sha256: column.text('Of its bytes.'),
    uploaded_at: column.time('When it was uploaded.'),
    uploaded_by: column.person('Who uploaded it.'),
    options: column.json('How it is read.'),
    row_count: optional(column.integer('How many rows it has; null until it was checked.')),
    began_at: optional(column.time('When its import began.')),
    held_until: optional(column.time('Until then a process is running it, unless it ends before.')),
    problems: optional(column.json('Why it was refused while it ran.')),
  },
});

export const IMPORT_TABLES = { import_runs, imports, table_imports };
