import { type ColumnType, type RawBuilder, sql } from 'kysely';
import type { Instant } from '#contract/scalars.ts';

/**
 * Why a column is in no export: it is a secret, an import works it out from other columns, or it says how this service
 * stands at the moment.
 */
export type LeftOut = 'secret' | 'worked out' | 'passing';

/** The types of columns, as `ColumnTypes` has them for both databases. */
export const COLUMN_TYPES = ['id', 'text', 'time', 'day', 'flag', 'json', 'integer', 'real'] as const;

export interface ColumnEntry {
  readonly type: (typeof COLUMN_TYPES)[number];
  /** A sentence or a part of one: it stands in the README of each export. */
  readonly meaning: string;
  readonly isNullable?: true;
  /** The database gives it a first value, so an insert may do without it. */
  readonly isByDatabase?: true;
  /** The table whose row it names, by that table's key; or `file`: it names a stored file. */
  readonly names?: string;
  /** The only words that it has. */
  readonly words?: readonly string[];
  /** Missing for a column of every export. */
  readonly leftOut?: LeftOut;
}

/** A column with the types of its value where it is read, inserted and changed. */
export interface TypedColumn<S, I = S, U = I> extends ColumnEntry {
  /** For the types alone. */
  readonly value?: ColumnType<S, I, U>;
}

const ofType =
  <S, I = S>(type: ColumnEntry['type']) =>
  (meaning: string): TypedColumn<S, I> => ({ type, meaning });

/** The id of a row of another table. */
const idOf = (names: string, meaning: string): TypedColumn<string> => ({ type: 'id', names, meaning });

/** A column of each kind, with what it means. */
export const column = {
  id: ofType<string>('id'),
  text: ofType<string>('text'),
  time: ofType<Instant>('time'),
  day: ofType<string>('day'),
  /** Read as 0 or 1, written as a boolean. */
  flag: ofType<0 | 1, boolean>('flag'),
  json: ofType<string>('json'),
  integer: ofType<number>('integer'),
  real: ofType<number>('real'),
  idOf,
  person: (meaning: string): TypedColumn<string> => idOf('users', meaning),
  ticket: (meaning = 'The ticket.'): TypedColumn<string> => idOf('tickets', meaning),
  /** The name of a stored file. */
  file: (meaning: string): TypedColumn<string> => ({ type: 'text', names: 'file', meaning }),
  oneOfWords: <const W extends string>(words: readonly W[], meaning: string): TypedColumn<W> => ({
    type: 'text',
    words,
    meaning,
  }),
};

type Optional<C> = C extends TypedColumn<infer S, infer I, infer U> ? TypedColumn<S | null, I | null, U | null> : never;
type ByDatabase<C> = C extends TypedColumn<infer S, infer I, infer U> ? TypedColumn<S, I | undefined, U> : never;

const marked = <C>(it: ColumnEntry, mark: Partial<ColumnEntry>): C => ({ ...it, ...mark }) as C;

export const optional = <C extends ColumnEntry>(it: C) => marked<Optional<C>>(it, { isNullable: true });
export const byDatabase = <C extends ColumnEntry>(it: C) => marked<ByDatabase<C>>(it, { isByDatabase: true });
export const secret = <C extends ColumnEntry>(it: C) => marked<C>(it, { leftOut: 'secret' });
export const workedOut = <C extends ColumnEntry>(it: C) => marked<C>(it, { leftOut: 'worked out' });
export const passing = <C extends ColumnEntry>(it: C) => marked<C>(it, { leftOut: 'passing' });

/** A constant to compare a flag with. */
export const flag = (value: boolean): RawBuilder<0 | 1> => sql<0 | 1>`${sql.lit(value)}`;
