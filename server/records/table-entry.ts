import type { Schema } from './schema.ts';

export type TableName = keyof Schema;

/** The type of a column, as `ColumnTypes` has it for both databases. */
export type ColumnType = 'id' | 'text' | 'time' | 'day' | 'flag' | 'json' | 'integer' | 'real';

/**
 * Why a column is in no export: it is a secret, an import works it out from other columns, or it says how this service
 * stands at the moment.
 */
export type LeftOut = 'secret' | 'worked out' | 'passing';

export interface ColumnEntry {
  readonly type: ColumnType;
  /** A sentence or a part of one: it stands in the README of each export. */
  readonly meaning: string;
  readonly isNullable?: true;
  /** The table whose row it names, by that table's key; or `file`: it names a stored file. */
  readonly names?: TableName | 'file';
  /** The only words that it has. */
  readonly words?: readonly string[];
  /** Null for a column of every export. */
  readonly leftOut?: LeftOut;
}

/** What `kwit check` compares of a table; `nothing` only where no row could be wrong by itself. */
export type Check = 'links' | 'files' | 'counts' | 'events' | 'secrets' | 'index' | 'nothing';

/**
 * What the erasure of a person does to a table.
 * `no person`: nothing in it is about a person. `by id`: rows stay, as they name the person only by an id, which then
 * leads to an erased person. `remove`: rows whose column names the person are deleted. `clear`: the column becomes null.
 * `rewrite`: an operation of its own does it.
 */
export type Erasure<C extends string> =
  | 'no person'
  | 'by id'
  | { readonly remove: C }
  | { readonly clear: C }
  | { readonly rewrite: string };

/** Everything that is to be known of a table by what moves, keeps or erases data as a whole. `C` are its columns. */
export interface Treatment<C extends string> {
  /** What a row is. It stands in the README of each export. */
  readonly meaning: string;
  /** Its primary key, which gives the order of its rows. */
  readonly key: readonly C[];
  /** Columns besides the key of which each value stands in one row at most. */
  readonly unique?: readonly C[];
  readonly exported: 'always' | 'with events' | 'never';
  /** Rows with one of these words in the column are in no export. */
  readonly unexported?: Readonly<Partial<Record<C, readonly string[]>>>;
  readonly imported: 'as exported' | 'worked out' | 'left out';
  /** In a backup of PostgreSQL. A backup of SQLite is a copy of the whole file. */
  readonly backedUp: 'as it is' | 'worked out' | 'left out';
  readonly erased: Erasure<C>;
  readonly checked: readonly Check[];
  readonly columns: Readonly<Record<C, ColumnEntry>>;
}

/** The entry of one table, which knows each of its columns. */
export type TableEntry<T extends TableName> = Treatment<keyof Schema[T] & string>;

/** How rows are treated that people made. */
export const KEPT = { exported: 'always', imported: 'as exported', backedUp: 'as it is' } as const;
/** The same of rows that follow from others. */
export const DERIVED = { exported: 'never', imported: 'worked out', backedUp: 'worked out' } as const;
/** The same of rows of one installation: who is signed in, what is being delivered. */
export const OWN = { exported: 'never', imported: 'left out', backedUp: 'as it is' } as const;
/** The same of rows that nobody misses. */
export const PASSING = { exported: 'never', imported: 'left out', backedUp: 'left out' } as const;
