import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { missingMigrations } from '#platform';
import { type RecordedTable, TABLES } from '#records';
import type { LineColumns } from '../exports/open-format/format.ts';
import { ImportRefused } from '../imports/import-report.ts';
import { type ReadRow, readTableRows } from '../imports/kwit/read-rows.ts';
import { type Checked, counted } from '../integrity/check-database.ts';
import { BACKUP_PLACE, type BackupManifest } from './places/manifest.ts';

interface TableOfBackup {
  readonly table: RecordedTable;
  /** Reads its rows from the beginning. @throws ImportRefused naming file, line and field. */
  rows(): AsyncGenerator<ReadRow>;
}

/** The tables of a backup, in the order of loading: restoring and checking read them alike. */
export function tablesIn(
  folder: string,
  { columns, migrations }: Pick<BackupManifest, 'columns' | 'migrations'>,
): TableOfBackup[] {
  const isOlder = missingMigrations(migrations).length > 0;
  return TABLES.flatMap((table) => {
    const types = columns[table.name];
    if (types === undefined) return [];
    const place = BACKUP_PLACE.rows(table.name);
    const known = Object.entries(types).map(([name, type]): LineColumns[number] => {
      // In a backup of an older Kwit a column may have been of other words, or null: the tables of then decide.
      const entry = isOlder ? undefined : table.columns[name];
      return [name, { ...(entry ?? { meaning: '', isNullable: true }), type }];
    });
    return [{ table, rows: () => readTableRows(known, createReadStream(join(folder, place)), place) }];
  });
}

/** Reads every row of a backup by the reader of the restore. The database has checked its links before they were copied. */
export async function checkBackupRows(
  folder: string,
  manifest: Pick<BackupManifest, 'columns' | 'migrations'>,
): Promise<Checked> {
  const problems: string[] = [];
  const tables = tablesIn(folder, manifest);
  let count = 0;
  for (const { rows } of tables)
    try {
      for await (const _ of rows()) count += 1;
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error;
      problems.push(error.message);
    }
  const text = `${counted(count, 'row')} of ${counted(tables.length, 'table')}, read as a restore does`;
  return { name: 'database', text, problems };
}
