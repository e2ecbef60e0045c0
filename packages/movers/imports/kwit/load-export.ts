import { markEventsComplete } from '#events';
import { type Actor, type CommandParts, contextOf, shifted, type Work } from '#platform';
import { recordAudit } from '#settings';
import { exportedColumns } from '../../exports/open-format/format.ts';
import { TableRowStore } from '../../exports/open-format/table-row-store.ts';
import { ImportRefused } from '../import-report.ts';
import { DerivedRowStore, ImportedRowStore } from '../imported-row-store.ts';
import { checkExport, openExport, TABLE_AT } from './check-export.ts';
import { completeRows, loadRows, type TicketsLoaded, wholeRow } from './load-rows.ts';
import { type RowValues, readTableRows } from './read-rows.ts';

const EXPORTED = [...TABLE_AT.values()].map(({ name }) => name);

/** @throws ImportRefused when there is anything already: an export is loaded into an empty Kwit alone. */
export async function expectEmpty(work: Work<Actor>): Promise<void> {
  const table = await work.of(ImportedRowStore).firstWithRows(EXPORTED);
  if (table !== null)
    throw new ImportRefused(
      `This Kwit is not empty: it has ${table}. An export is imported into a new one: set DATA_DIR to a new folder, or DATABASE_URL to a new database.`,
    );
}

/**
 * Loads the rows of an export that was checked, and works out what follows from them: counts, and the indexes of words. Nothing
 * is delivered, and nobody is told.
 *
 * @param ours the newest change of our schema.
 * @throws ImportRefused when this Kwit is not empty.
 */
export async function loadExport(work: Work<Actor>, path: string, ours: string): Promise<void> {
  await work.of(ImportedRowStore).withoutTimeouts();
  await work.lock('import');
  await expectEmpty(work);
  const tickets: TicketsLoaded = new Map();
  for await (const { entry } of openExport(path, ours)) {
    const table = TABLE_AT.get(entry.name);
    if (table === undefined) continue;
    const whole = (read: RowValues) => {
      const row = wholeRow(table, read, tickets);
      const { id = null, number = null, reporter_id = null } = row;
      if (table.name === 'tickets') tickets.set(id, { number, reporter_id });
      return row;
    };
    await loadRows(work, table, readTableRows(exportedColumns(table), entry.body, entry.name), whole);
  }
  await work.of(DerivedRowStore).counted();
  await completeRows(work);
  // Events of before may have been forgotten, or left out of the export: none is missed.
  await markEventsComplete(work, shifted(work.now, 1));
  await recordAudit(work, 'import.made', null, { source: 'kwit', tickets: tickets.size });
}

const CONTEXT = contextOf('import kwit');

/**
 * `kwit import kwit <file>`: brings everything of an export into an empty Kwit, on either database: all of it, or nothing
 * (docs/rules/moving.md#import-of-an-export).
 *
 * @throws ImportRefused with file, line and field.
 */
export async function importFromKwit(
  { runner, files, say }: Pick<CommandParts, 'runner' | 'files' | 'say'>,
  path: string,
): Promise<boolean> {
  await runner.read(CONTEXT, expectEmpty);
  const { schema: ours } = await runner.read(CONTEXT, (work) => work.of(TableRowStore).about());
  const checked = await checkExport(path, ours, files);
  try {
    await runner.write(CONTEXT, (work) => loadExport(work, path, ours));
  } catch (error) {
    await checked.removeFiles();
    throw error;
  }
  const { manifest, missing } = checked;
  const tables = Object.entries(manifest.tables).filter(([, { rows }]) => rows > 0);
  say(
    [
      `Imported what Kwit ${manifest.kwit} exported at ${manifest.made_at}:`,
      ...tables.map(([name, { rows }]) => `${name.padEnd(20)} ${rows}`),
      `${'files'.padEnd(20)} ${checked.files}`,
      ...(missing.length > 0 ? [`${missing.length} files were gone already when it was exported.`] : []),
      'Passwords, keys and tokens are in no export: set those of the mail provider again, and make new tokens.',
      'Webhooks are off: give each a new secret, then switch it on. Everybody signs in again.',
    ].join('\n'),
  );
  return true;
}
