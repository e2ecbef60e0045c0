import type { ColumnEntry, KeptTable } from '#records';
import type { StoredRow } from '../table-row-store.ts';
import { canonicalJson } from './canonical-json.ts';

type Stored = StoredRow[string];

/** The columns of an export, in alphabetical order. */
export const exportedColumns = ({ columns }: KeptTable): readonly [string, ColumnEntry][] =>
  Object.entries(columns)
    .filter(([, { leftOut }]) => leftOut === undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Whether a row is in exports at all. */
export const isExported = ({ unexported = {} }: KeptTable, row: StoredRow): boolean =>
  Object.entries(unexported).every(([column, words]) => !words?.includes(String(row[column])));

/**
 * Makes a function that writes a row as one line of JSON, its end included.
 *
 * @param written the columns, in their order; without them those of an export, sorted.
 */
export function lineWriterOf(table: KeptTable, written = exportedColumns(table)): (row: StoredRow) => string {
  const columns = written.map(([name, entry]) => ({
    name,
    begin: `${JSON.stringify(name)}:`,
    write: WRITERS[entry.type],
  }));
  return (row) =>
    `{${columns.map(({ name, begin, write }) => `${begin}${row[name] === null ? 'null' : write(row[name] ?? null)}`).join()}}\n`;
}

const asIs = (value: Stored) => JSON.stringify(value);

/** How a value that is not null is written. */
const WRITERS: Readonly<Record<ColumnEntry['type'], (value: Stored) => string>> = {
  id: asIs,
  text: asIs,
  time: asIs,
  day: asIs,
  integer: asIs,
  real: asIs,
  flag: (value) => (value === 1 ? 'true' : 'false'),
  json: (value) => canonicalJson(JSON.parse(String(value))),
};
