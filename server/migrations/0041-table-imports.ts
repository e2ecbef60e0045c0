import type { ColumnTypes } from '../database/dialect.ts';

/** Tables that developers have uploaded to import them (docs/rules/moving.md#import-in-the-app). */
export const tableImports = {
  name: '0041-table-imports',
  statements: (t: ColumnTypes) => [
    `create table table_imports (
      id ${t.id} primary key, filename ${t.text} not null, name ${t.text} not null, size ${t.integer} not null,
      sha256 ${t.text} not null, uploaded_at ${t.time} not null, uploaded_by ${t.id} not null references users (id),
      options ${t.json} not null, row_count ${t.integer}, began_at ${t.time}, held_until ${t.time},
      problems ${t.json}) ${t.tableEnd}`,
  ],
};
