import type { Actor, Work } from '#platform';
import { type RecordedTable, TABLES, type TableName } from '#records';
import { type ExportContent, type ExportedTickets, tablesOf } from './format.ts';
import { type StoredRow, TableRowStore } from './table-row-store.ts';

export type IsWanted = (table: RecordedTable, row: StoredRow) => boolean;

/** The columns of a table that name rows of other tables, and which. */
export const linksOf = ({ name: own, columns }: RecordedTable): [string, TableName][] =>
  Object.entries(columns).flatMap(([column, { names }]): [string, TableName][] =>
    names === undefined || names === 'file' || names === own ? [] : [[column, names]],
  );

const rowKeyOf = ({ key }: RecordedTable, row: StoredRow): string => key.map((column) => row[column]).join(' ');

/** The tables whose rows hang on tickets, in the order of loading: those that name tickets, or a table that does. */
const HANGING: readonly RecordedTable[] = hangingOn('tickets');

function hangingOn(first: TableName): RecordedTable[] {
  const names = new Set([first]);
  for (const table of TABLES) if (linksOf(table).some(([, named]) => names.has(named))) names.add(table.name);
  return TABLES.filter(({ name }) => names.has(name));
}

/** The others, the last first: by then all is known that names their rows. */
const NAMED = TABLES.filter((table) => !HANGING.includes(table)).toReversed();

/**
 * Finds the rows of an export of some tickets (docs/rules/moving.md#part-of-it): these, what hangs on them, and the rows that both
 * name, such as people. Every link between rows of the export leads to one in it.
 */
export async function narrowExport(
  work: Work<Actor>,
  content: ExportContent,
  tickets: ExportedTickets,
): Promise<IsWanted> {
  const [rows, read] = [new WantedRows(), new Set(tablesOf(content))];
  for (const table of HANGING)
    if (read.has(table))
      for await (const row of rowsOf(work, table)) if (isOfTicket(table, row, tickets, rows)) rows.add(table, row);
  for (const table of NAMED)
    if (read.has(table)) for await (const row of rowsOf(work, table)) if (rows.has(table, row)) rows.add(table, row);
  return (table, row) => rows.has(table, row);
}

async function* rowsOf(work: Work<Actor>, table: RecordedTable): AsyncGenerator<StoredRow> {
  for await (const rows of pagesOf(work, table, table.name === 'tickets' ? ['updated_at'] : [])) yield* rows;
}

/** Pages of the rows, with more columns. */
export function pagesOf(work: Work<Actor>, table: RecordedTable, more: readonly string[]) {
  const columns = new Set([...table.key, ...linksOf(table).map(([column]) => column), ...more]);
  return work.of(TableRowStore).pages(table, [...columns]);
}

/** Whether a row is a wanted ticket, or hangs on wanted rows alone. */
function isOfTicket(
  table: RecordedTable,
  row: StoredRow,
  { since, project }: ExportedTickets,
  rows: WantedRows,
): boolean {
  if (table.name === 'tickets')
    return (since === null || String(row.updated_at) >= since) && (project === null || row.project_id === project);
  const links = linksOf(table).filter(([column, names]) => isHanging(names) && row[column] !== null);
  return links.length > 0 && links.every(([column, names]) => rows.hasKey(names, String(row[column])));
}

const isHanging = (name: TableName): boolean => HANGING.some((table) => table.name === name);

/** Rows of tables by their keys. */
export class RowKeys {
  readonly #keys = new Map<TableName, Set<string>>();

  hasKey(table: TableName, key: string): boolean {
    return this.#keys.get(table)?.has(key) ?? false;
  }

  has(table: RecordedTable, row: StoredRow): boolean {
    return this.hasKey(table.name, rowKeyOf(table, row));
  }

  addKey(table: TableName, key: string): void {
    this.#keys.getOrInsertComputed(table, () => new Set()).add(key);
  }

  add(table: RecordedTable, row: StoredRow): void {
    this.addKey(table.name, rowKeyOf(table, row));
  }
}

class WantedRows extends RowKeys {
  /** Adds a row, and those of other tables that are wanted because it names them. */
  override add(table: RecordedTable, row: StoredRow): void {
    super.add(table, row);
    for (const [column, names] of linksOf(table))
      if (!isHanging(names) && row[column] !== null) this.addKey(names, String(row[column]));
  }
}
