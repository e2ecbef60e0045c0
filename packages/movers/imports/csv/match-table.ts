import {
  type ColumnChoice,
  columnNamed,
  type HeaderProblem,
  matchColumns,
  problemsOf,
  TICKET_COLUMNS,
  type TicketColumn,
} from './column-names.ts';
import { type CsvForm, type CsvTable, readHeader } from './csv-table.ts';
import type { FileBytes } from './decode-text.ts';
import { tableProblem } from './table-problem.ts';

/** A table whose columns are known. */
export interface Matched<C extends string> extends CsvTable {
  readonly columns: readonly (C | null)[];
}

/** The same with what is wrong with its header. */
export interface MatchedHeader<C extends string> extends Matched<C> {
  readonly problems: readonly HeaderProblem[];
}

export const NO_CHOICE: ColumnChoice = { meant: {}, ignoresUnknown: false };

/** Reads the header of a table, and says by the names in it which column is which. @throws TableRefused when it has none. */
export async function matchByName<C extends string>(
  file: FileBytes,
  form: CsvForm,
  names: Readonly<Record<C, readonly string[]>>,
  needed: readonly C[],
  choice: ColumnChoice,
): Promise<MatchedHeader<C>> {
  const isKnown = (cell: string) => Object.hasOwn(choice.meant, cell) || columnNamed(names, cell) !== null;
  const table = await readHeader(file, form, isKnown);
  return { ...table, ...matchColumns(names, needed, table.header, choice) };
}

/** The same for a table of tickets whose columns somebody has chosen, each by its place. */
export async function matchByPlace(
  file: FileBytes,
  form: CsvForm,
  columns: readonly (TicketColumn | null)[],
): Promise<MatchedHeader<TicketColumn>> {
  const table = await readHeader(file, form, (cell) => columnNamed(TICKET_COLUMNS, cell) !== null);
  const [found, chosen] = [table.header.length, columns.length];
  const other = {
    problem: tableProblem({ code: 'wrong_cell_count', line: 1, value: String(found), bound: chosen }),
    sentence: `it has ${found} columns, and ${chosen} were chosen`,
  };
  const problems = [...(found === chosen ? [] : [other]), ...problemsOf(columns, ['title'])];
  return { ...table, columns, problems };
}
