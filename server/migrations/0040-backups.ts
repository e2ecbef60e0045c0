import type { ColumnTypes } from '../database/dialect.ts';

/** The backups that were made, and those that are being made, which keep removed files (docs/rules/backups.md#removals). */
export const backups = {
  name: '0040-backups',
  statements: (t: ColumnTypes) => [
    `create table backups (
      id ${t.id} primary key, began_at ${t.time} not null, held_until ${t.time} not null, ended_at ${t.time},
      outcome ${t.text}, place ${t.text} not null, database_bytes ${t.integer}, files ${t.integer},
      file_bytes ${t.integer}, made_by ${t.id} references users (id)) ${t.tableEnd}`,
    'create index backups_by_time on backups (began_at)',
  ],
};
