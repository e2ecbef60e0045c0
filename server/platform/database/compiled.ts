import { type CompiledQuery, type Kysely, type RawBuilder, sql, type Updateable } from 'kysely';
import {
  type ColumnEntry,
  INVENTORY,
  type InsertedRow,
  type NewRow,
  type RowChange,
  type RowOf,
  type Schema,
  type TableName,
} from '#records';
import type { Instant } from '../clock.ts';
import type { Query, Statement } from './connection.ts';
import type { Dialect } from './dialect.ts';

/** Stands for a value while a query is built. Any other value becomes part of the query, as it is the same at each run. */
export class Marker {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const markers = new Proxy({}, { get: (_, name) => new Marker(String(name)) });

/** A query of Kysely, from its builder or its `sql`. */
interface Built<R> {
  compile(db: Kysely<Schema>): CompiledQuery<R>;
}

/** A query as its database knows it, with a slot for each parameter. */
interface Prepared {
  readonly sql: string;
  readonly name: string;
  readonly slots: readonly unknown[];
  /** Whether the slots take the values of a list, one after another. */
  readonly isList: boolean;
}

let named = 0;

function prepared(query: { sql: string; parameters: readonly unknown[] }): Prepared {
  named += 1;
  const slots = query.parameters;
  const isList = slots.every((slot, index) => slot instanceof Marker && slot.name === String(index));
  return { sql: query.sql, name: `q${named}`, slots, isList };
}

/**
 * A query that PostgreSQL plans anew at each run. For conditions whose best plan depends on the values: a search
 * for a word that every ticket has, or for one that three have.
 */
export const plannedAnew =
  <V, R>(query: Query<V, R>): Query<V, R> =>
  (values, dialect) => {
    const { sql, parameters } = query(values, dialect);
    return { sql, parameters };
  };

/** A list reaches the database as a JSON array: `dialect.among`, `texts` and `pairs` read it. */
const bound = (value: unknown): unknown => (Array.isArray(value) ? JSON.stringify(value) : value);

/**
 * A query that is built once per database and then run with new values. Building costs 60 to 200 µs, more than SQLite
 * needs to answer. Inside `build` the values are markers: use them as values only, never decide by them.
 */
export function compiled<V extends object, R>(
  build: (db: Kysely<Schema>, values: V, dialect: Dialect) => Built<R>,
): Query<V, R> {
  const queries = new Map<Dialect, Prepared>();
  return (values, dialect): Statement<R> => {
    let query = queries.get(dialect);
    if (query === undefined) {
      query = prepared(build(dialect.builder, markers as V, dialect).compile(dialect.builder));
      queries.set(dialect, query);
    }
    const byName = values as Record<string, unknown>;
    const isWhole = query.isList && Array.isArray(values) && values.length === query.slots.length;
    const parameters = isWhole
      ? values
      : query.slots.map((slot) => (slot instanceof Marker ? bound(byName[slot.name]) : slot));
    return { sql: query.sql, name: query.name, parameters };
  };
}

/** At most this many forms of one query are kept. */
const MOST_FORMS = 500;

/**
 * Compiles a query that comes in several forms. `formOf` names the form (which filters, which order), and `build` may
 * decide by `criteria`, as two of one form are built alike. At most 500 forms are kept; others are built at each run.
 */
export function compiledForms<F, V extends object, R>(
  formOf: (criteria: F) => string,
  build: (db: Kysely<Schema>, values: V, criteria: F, dialect: Dialect) => Built<R>,
): (criteria: F) => Query<V, R> {
  const queries = new Map<string, Query<V, R>>();
  return (criteria) => {
    const form = formOf(criteria);
    let query = queries.get(form);
    if (query === undefined) {
      query = compiled<V, R>((db, values, dialect) => build(db, values, criteria, dialect));
      // A form that is not kept has no plan to be kept by PostgreSQL either.
      if (queries.size === MOST_FORMS) return plannedAnew(query);
      queries.set(form, query);
    }
    return query;
  };
}

/** A new row with some of the columns to which the database would give a first value. */
export type FilledRow<T extends TableName, C extends keyof InsertedRow<T>> = NewRow<T> & Pick<InsertedRow<T>, C>;

/**
 * Adds a row to a table: `connection.change(insert, row)`. The database fills columns that have a first value.
 *
 * @param filled columns of which that is not so.
 */
export const insertInto = <T extends TableName, C extends ColumnOf<T> & keyof InsertedRow<T> = never>(
  table: T,
  ...filled: readonly C[]
) => insertion(table, () => sql``, filled) as Query<FilledRow<T, C>, unknown>;

/** Adds nothing if there is such a row already. */
export const insertOnce = <T extends TableName>(table: T) => insertion(table, () => sql` on conflict do nothing`);

/** Replaces the row of the same key, if there is one. */
export const upsertInto = <T extends TableName>(table: T) =>
  insertion(table, (names) => {
    const key: readonly string[] = INVENTORY[table].key;
    const changed = names.filter((name) => !key.includes(name));
    const values = changed.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
    return sql` on conflict (${keyOf(table)}) do update set ${sql.join(values)}`;
  });

/** The columns of a table as `dialect.rows` reads them. */
const typesOf = (table: TableName, names: readonly string[]) => {
  const columns: Readonly<Record<string, ColumnEntry>> = INVENTORY[table].columns;
  return Object.fromEntries(names.map((name) => [name, columns[name]?.type ?? 'text']));
};

/** Adds several rows to a table in one statement: `connection.change(insert, { rows })`. */
export const insertEach = <T extends TableName, C extends ColumnOf<T> & keyof InsertedRow<T> = never>(
  table: T,
  ...filled: readonly C[]
) =>
  compiled((_, p: { readonly rows: readonly FilledRow<T, C>[] }, dialect) => {
    const names = insertedNames(table, filled);
    const columns = sql.join(names.map((name) => sql.ref(name)));
    return sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${dialect.rows(p.rows, typesOf(table, names))}`;
  });

/** Changes these columns of several rows of a table in one statement, each row to its own values. */
export const updateEach = <T extends TableWith<'id'> & TableName, C extends keyof RowChange<T> & string>(
  table: T,
  ...columns: readonly C[]
) =>
  compiled((_, p: { readonly rows: readonly (Pick<RowChange<T>, C> & { readonly id: string })[] }, dialect) => {
    const set = sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`));
    const rows = dialect.rows(p.rows, typesOf(table, ['id', ...columns]));
    return sql`update ${sql.table(table)} set ${set} from ${rows} where ${sql.ref(`${table}.id`)} = given.id`;
  });

const keyOf = (table: TableName) => sql.join(INVENTORY[table].key.map((name) => sql.ref(name)));

export type ColumnOf<T extends TableName> = keyof RowOf<T> & string;

/** The columns that an insert fills. */
function insertedNames(table: TableName, filled: readonly string[]): string[] {
  const columns: Readonly<Record<string, ColumnEntry>> = INVENTORY[table].columns;
  return Object.keys(columns).filter((name) => !columns[name]?.isByDatabase || filled.includes(name));
}

function insertion<T extends TableName>(
  table: T,
  onConflict: (names: readonly string[]) => RawBuilder<unknown>,
  filled: readonly string[] = [],
): Query<NewRow<T>, unknown> {
  const names = insertedNames(table, filled);
  return compiled((_, row: NewRow<T>) => {
    const values = names.map((name) => (row as Readonly<Record<string, unknown>>)[name]);
    const into = sql`${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})`;
    return sql`insert into ${into} values (${sql.join(values)})${onConflict(names)}`;
  });
}

const equation = (values: object) => (column: string) =>
  sql`${sql.ref(column)} = ${(values as Record<string, unknown>)[column]}`;

const allEqual = (columns: readonly string[], values: object) => sql.join(columns.map(equation(values)), sql` and `);

/** The rows in which these columns have the values that are given: `connection.first(select, { user_id })`. */
export const selectBy = <T extends TableName, C extends ColumnOf<T>>(
  table: T,
  ...columns: readonly C[]
): Query<Pick<RowOf<T>, C>, RowOf<T>> =>
  compiled((_, values) => sql<RowOf<T>>`select * from ${sql.table(table)} where ${allEqual(columns, values)}`);

/** Removes the rows in which these columns have the values that are given: `connection.change(remove, { id })`. */
export const deleteBy = <T extends TableName, C extends ColumnOf<T>>(
  table: T,
  ...columns: readonly C[]
): Query<Pick<RowOf<T>, C>, unknown> =>
  compiled((_, values) => sql`delete from ${sql.table(table)} where ${allEqual(columns, values)}`);

/** Sets `time` to `now` in the rows that have these values, where it is null: what happens once, or no more. */
export const stampOnce = <T extends TableName, C extends ColumnOf<T>>(
  table: T,
  time: ColumnOf<T>,
  ...columns: readonly C[]
): Query<Pick<RowOf<T>, C> & { readonly now: Instant }, unknown> =>
  compiled((_, p) => {
    const stamped = sql`update ${sql.table(table)} set ${sql.ref(time)} = ${p.now}`;
    return sql`${stamped} where ${allEqual(columns, p)} and ${sql.ref(time)} is null`;
  });

/** For housekeeping: removes rows of which `time` is before a moment, at most so many. */
export const deleteBefore = <T extends TableName>(table: T, time: ColumnOf<T>) =>
  compiled((_, p: { before: Instant; most: number }) => {
    const old = sql`select ${keyOf(table)} from ${sql.table(table)} where ${sql.ref(time)} < ${p.before}`;
    return sql`delete from ${sql.table(table)} where (${keyOf(table)}) in (${old} limit ${p.most})`;
  });

/** The tables that have these columns. */
export type TableWith<Key extends string> = {
  [T in keyof Schema]: Key extends keyof Schema[T] ? T : never;
}[keyof Schema];

type Changes<T extends keyof Schema, Key extends string> = Omit<Updateable<Schema[T]>, Key>;

/**
 * Changes some columns, at least one, of the row that `key` names. Each set of columns that are changed together has one
 * query: `connection.change(update(changes), { ...changes, id, user_id })`.
 */
export function updateBy<Key extends string, T extends TableWith<Key>>(
  table: T,
  ...key: readonly Key[]
): (changes: Changes<T, Key>) => Query<Changes<T, Key> & Record<Key, string>, unknown> {
  const update = compiledForms(
    (columns: readonly string[]) => columns.join(),
    (_, values: object, columns) => {
      const changed = sql.join(columns.map(equation(values)));
      return sql`update ${sql.table(table)} set ${changed} where ${allEqual(key, values)}`;
    },
  );
  return (changes) => update(Object.keys(changes).sort());
}

/** Changes some columns of the row with an id: `connection.change(update(changes), { ...changes, id })`. */
export const updateById = <T extends TableWith<'id'>>(table: T) => updateBy<'id', T>(table, 'id');
