import type { ColumnEntry } from './columns.ts';

/** How far `kwit check` compares a table; `nothing` only where no row could be wrong by itself. */
export type Check = 'links' | 'files' | 'counts' | 'events' | 'secrets' | 'index' | 'nothing';

/**
 * The effect of a person's erasure on a table.
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
  /** The meaning of a row. It stands in the README of each export. */
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

export type Columns = Readonly<Record<string, ColumnEntry>>;

/** Declares a table: everything that is known of it, and the types of its rows, follow from this. */
export const declareTable = <C extends Columns>(
  it: Omit<Treatment<NoInfer<keyof C & string>>, 'columns'> & { readonly columns: C },
) => it;

/** The column by which rows of other tables name those of a table. */
export const nameColumn = ({ columns, key }: { readonly columns: Columns; readonly key: readonly string[] }): string =>
  columns.id === undefined ? (key[0] ?? '') : 'id';

/** How rows are treated that people made. */
export const KEPT = { exported: 'always', imported: 'as exported', backedUp: 'as it is' } as const;
/** Rows that follow from others. */
export const DERIVED = { exported: 'never', imported: 'worked out', backedUp: 'worked out' } as const;
/** Rows of one installation: who is signed in, what is being delivered. */
export const OWN = { exported: 'never', imported: 'left out', backedUp: 'as it is' } as const;
/** Rows that nobody misses. */
export const PASSING = { exported: 'never', imported: 'left out', backedUp: 'left out' } as const;
