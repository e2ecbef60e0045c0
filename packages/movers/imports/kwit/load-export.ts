import { markEventsComplete } from '#events';
import { fillSearch, fillSolved, reportWordFilling } from '#memory';
import { type Actor, shifted, type TarEntry, type Work } from '#platform';
import type { KeptTable } from '#records';
import { recordAudit } from '#settings';
import { PLACE, tablesOf } from '../../exports/open-format/format.ts';
import { DerivedRowStore } from '../derived-row-store.ts';
import { ImportRefused } from '../import-refused.ts';
import { ImportedRowStore } from '../imported-row-store.ts';
import { exportLinesOf } from './export-lines.ts';
import { type TicketsLoaded, wholeRow } from './left-out-values.ts';
import { openExport } from './open-export.ts';
import { type ImportedValues, type RowValue, readRow } from './read-row.ts';

/** Rows that are gathered before they are written. */
const GATHERED = 500;

/** The tables of an export. */
const EXPORTED = tablesOf({ events: true }).map(({ name }) => name);
const ROWS = new Map(tablesOf({ events: true }).map((table) => [PLACE.rows(table.name), table]));

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
    const table = ROWS.get(entry.name);
    if (table !== undefined) await loadTable(work, table, entry, tickets);
  }
  await work.of(DerivedRowStore).everything(work.now);
  await fillSearch(work, undefined, reportWordFilling(work));
  await fillSolved(work);
  // Events of before may have been forgotten, or left out of the export: none is missed.
  await markEventsComplete(work, shifted(work.now, 1));
  await recordAudit(work, 'import.made', null, { source: 'kwit', tickets: tickets.size });
}

async function loadTable(work: Work<Actor>, table: KeptTable, entry: TarEntry, tickets: TicketsLoaded): Promise<void> {
  let rows: ImportedValues[] = [];
  const flush = async () => {
    await work.of(ImportedRowStore).add(table.name, rows);
    rows = [];
  };
  const parents = new LateParents();
  for await (const line of exportLinesOf(entry.body, entry.name)) {
    const row = wholeRow(table, readRow(table, line, entry.name), tickets);
    if (table.name === 'tickets')
      tickets.set(row.id ?? null, { number: row.number ?? null, reporter_id: row.reporter_id ?? null });
    rows.push(table.name === 'comments' ? parents.hold(row) : row);
    if (rows.length === GATHERED) await flush();
  }
  await flush();
  for (const [id, parent] of parents.held) await work.of(ImportedRowStore).setParent(id, parent);
}

/** Comments that answer one which comes later: an imported thread may have such an order. */
class LateParents {
  readonly held: [id: string, parent: string][] = [];
  readonly #loaded = new Set<RowValue>();

  /** The row, without its parent as long as that is not there. */
  hold(row: ImportedValues): ImportedValues {
    const { id = null, parent_id = null } = row;
    this.#loaded.add(id);
    if (parent_id === null || this.#loaded.has(parent_id)) return row;
    this.held.push([String(id), String(parent_id)]);
    return { ...row, parent_id: null };
  }
}
