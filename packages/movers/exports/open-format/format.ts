import type { Hash } from 'node:crypto';
import { type ColumnEntry, type RecordedTable, TABLES, type TableName } from '#records';
import type { StoredRow } from './table-row-store.ts';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** JSON whose names are sorted at every depth, so that equal values make equal bytes. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join()}}`;
}

/** Hashes what goes by. */
export async function* hashing<Part extends string | Uint8Array>(
  body: AsyncIterable<Part> | Iterable<Part>,
  hash: Hash,
): AsyncGenerator<Part> {
  for await (const part of body) {
    hash.update(part);
    yield part;
  }
}

/** The name of the format, and the version of its form. A reader refuses a newer one. */
export const FORMAT = 'kwit-export';
export const FORMAT_VERSION = 1;

export interface ExportContent {
  readonly files: boolean;
  readonly events: boolean;
  /** Null for all tickets, and everything besides them. */
  readonly tickets: ExportedTickets | null;
}

/** Which tickets an export has, with what hangs on them. */
export interface ExportedTickets {
  /** Tickets that changed at that moment or later; null for any. */
  readonly since: string | null;
  /** Tickets of the project with this id; null for any. */
  readonly project: string | null;
}

/** How much a table is. `sha256` is of its file, hexadecimal. */
export interface TableFigures {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly kwit: string;
  readonly made_at: string;
  readonly database: string;
  /** The newest change of the schema. */
  readonly schema: string;
  /** In the order of loading. */
  readonly tables: Readonly<Record<string, TableFigures>>;
  readonly files: { readonly count: number; readonly bytes: number };
  /** Only in an export of some tickets. */
  readonly only?: ExportedTickets;
}

/** The last file of an export: without it, the export is not whole. */
export interface ExportEnd {
  /** Names of files that rows name and that were gone when the export came to them. */
  readonly missing_files: readonly string[];
}

/** The pictures of an export, which no table tells the size of. */
export const PICTURES = 'files';

/** A picture, as a line of `files.ndjson`. */
export interface PictureLine {
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
}

/** The tables of an export, in the order of loading. */
export const tablesOf = ({ events }: Pick<ExportContent, 'events'>) =>
  TABLES.filter(({ exported }) => exported === 'always' || (events && exported === 'with events'));

export const PLACE = {
  manifest: 'manifest.json',
  readme: 'README.md',
  end: 'end.json',
  schema: (table: TableName | typeof PICTURES) => `schema/${table}.schema.json`,
  rows: (table: string) => `tables/${table}.ndjson`,
  file: (name: string) => `files/${name.slice(0, 2)}/${name}`,
};

type Stored = StoredRow[string];

export type LineColumns = readonly (readonly [string, ColumnEntry])[];

/** The columns of an export, in alphabetical order. */
export const exportedColumns = ({ columns }: RecordedTable): LineColumns =>
  Object.entries(columns)
    .filter(([, { leftOut }]) => leftOut === undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

export const isExported = ({ unexported = {} }: RecordedTable, row: StoredRow): boolean =>
  Object.entries(unexported).every(([column, words]) => !words?.includes(String(row[column])));

/**
 * Makes a function that writes a row as one line of JSON, its end included.
 *
 * @param written the columns, in their order; without them those of an export, sorted.
 */
export function lineWriterOf(table: RecordedTable, written = exportedColumns(table)): (row: StoredRow) => string {
  const columns = written.map(([name, entry]) => ({
    name,
    begin: `${JSON.stringify(name)}:`,
    write: WRITERS[entry.type],
  }));
  return (row) =>
    `{${columns.map(({ name, begin, write }) => `${begin}${row[name] === null ? 'null' : write(row[name] ?? null)}`).join()}}\n`;
}

const asIs = (value: Stored) => JSON.stringify(value);

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
