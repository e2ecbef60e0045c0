import { sql, type Updateable } from 'kysely';
import { compiledForms } from './compiled.ts';
import type { Query } from './connection.ts';
import type { Schema } from './schema.ts';

/** The tables that have these columns. */
type TableWith<Key extends string> = {
  [T in keyof Schema]: Schema[T] extends Record<Key, string> ? T : never;
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
      const equation = (column: string) => sql`${sql.ref(column)} = ${(values as Record<string, unknown>)[column]}`;
      const changed = sql.join(columns.map(equation));
      return sql`update ${sql.table(table)} set ${changed} where ${sql.join(key.map(equation), sql` and `)}`;
    },
  );
  return (changes) => update(Object.keys(changes).sort());
}

/** Changes some columns of the row with an id: `connection.change(update(changes), { ...changes, id })`. */
export const updateById = <T extends TableWith<'id'>>(table: T) => updateBy<'id', T>(table, 'id');
