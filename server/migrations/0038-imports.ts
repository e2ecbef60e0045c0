import type { ColumnTypes } from '../database/dialect.ts';

/** What came from other products, and the runs that brought it. */
export const imports = {
  name: '0038-imports',
  statements: (t: ColumnTypes) => [
    `create table import_runs (
      id ${t.id} primary key, source ${t.text} not null, began_at ${t.time} not null, ended_at ${t.time},
      file_sha256 ${t.text}, done_rows ${t.integer} not null, options ${t.json} not null, report ${t.json}) ${t.tableEnd}`,
    // In this order, the primary key also finds what an address of the other product names.
    `create table imports (
      source ${t.text} not null, kind ${t.text} not null, external_id ${t.text} not null, kwit_id ${t.id},
      sha256 ${t.text} not null, run_id ${t.id} not null references import_runs (id), imported_at ${t.time} not null,
      primary key (external_id, kind, source)) ${t.tableEnd}`,
    'create index imports_by_run on imports (run_id)',
  ],
};
