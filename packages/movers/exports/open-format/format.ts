import { TABLES, type TableName } from '#records';

/** What an export is called, and the version of its form. A reader refuses a newer one. */
export const FORMAT = 'kwit-export';
export const FORMAT_VERSION = 1;

/** What an export has besides the rows of people. */
export interface ExportContent {
  readonly files: boolean;
  readonly events: boolean;
  /** Null for all tickets, and everything besides them. */
  readonly tickets: ExportedTickets | null;
}

/** Which tickets an export has, with what hangs on them. */
export interface ExportedTickets {
  /** Those that changed at that moment or later; null for any. */
  readonly since: string | null;
  /** Those of the project with this id; null for any. */
  readonly project: string | null;
}

/** How much a table is. `sha256` is of its file, hexadecimal. */
export interface TableFigures {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** The first file of an export. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** The version of Kwit that made it. */
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

/** The places of an export's files. */
export const PLACE = {
  manifest: 'manifest.json',
  readme: 'README.md',
  end: 'end.json',
  schema: (table: TableName | typeof PICTURES) => `schema/${table}.schema.json`,
  rows: (table: string) => `tables/${table}.ndjson`,
  file: (name: string) => `files/${name.slice(0, 2)}/${name}`,
};
