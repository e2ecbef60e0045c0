import type { ColumnTypes } from '../dialect.ts';

/** Rows that acts removed, for as long as they can be brought back. */
export const removedRows = {
  name: '0078-removed-rows',
  runsBeside: true as const,
  statements: (t: ColumnTypes) => [
    `create table removed_rows (id ${t.id} primary key, act_id ${t.id} not null,
      thing_id ${t.id} not null, table_name ${t.text} not null, content ${t.text} not null,
      person_id ${t.id} references users (id), filename ${t.text}, bytes ${t.integer} not null,
      removed_at ${t.time} not null) ${t.tableEnd}`,
    'create index removed_rows_of_thing on removed_rows (thing_id, act_id)',
    'create index removed_rows_of_person on removed_rows (person_id, bytes) where person_id is not null',
    'create index removed_rows_by_file on removed_rows (filename) where filename is not null',
    'create index removed_rows_by_time on removed_rows (removed_at)',
  ],
};
