import { sql } from 'kysely';
import type { InsertedRow, RowChange, RowOf, Schema, TableName } from '#records';
import { type Instant, shifted } from '../clock.ts';
import type { StaleRows } from '../work.ts';
import {
  type ColumnOf,
  compiled,
  deleteBefore,
  type FilledRow,
  insertInto,
  type TableWith,
  updateBy,
} from './compiled.ts';
import type { Query } from './connection.ts';
import { Store } from './store.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The class of a store of one table: `class TokenStore extends tableStore('api_tokens')`.
 *
 * @param key the one column of its key.
 * @param filled columns of a new row to which the database would give a first value.
 */
export function tableStore<
  T extends TableWith<K>,
  K extends string = 'id',
  F extends ColumnOf<T> & keyof InsertedRow<T> = never,
>(table: T, key = 'id' as K, ...filled: readonly F[]) {
  const insert = insertInto(table, ...filled) as unknown as Query<Values, unknown>;
  const update = updateBy<K, T>(table, key) as unknown as (changes: Values) => Query<Values, unknown>;
  const isIt = (id: string) => sql<boolean>`${sql.ref(key)} = ${id}`;
  const byKey = compiled(
    (_, p: { id: string }) => sql<RowOf<T>>`select * from ${sql.table(table)} where ${isIt(p.id)}`,
  );
  const remove = compiled((_, p: { id: string }) => sql`delete from ${sql.table(table)} where ${isIt(p.id)}`);
  const held = compiled((db, p: { id: string }, dialect) =>
    dialect.held(db.selectFrom<keyof Schema>(table).selectAll().where(isIt(p.id))).$castTo<RowOf<T>>(),
  );
  return class extends Store {
    async add(row: FilledRow<T, F>): Promise<void> {
      await this.connection.change<Values>(insert, row as Values);
    }

    find(id: string): Promise<RowOf<T> | undefined> {
      return this.connection.first(byKey, { id });
    }

    /** The row. Nobody else changes it until the transaction ends. */
    hold(id: string): Promise<RowOf<T> | undefined> {
      return this.connection.first(held, { id });
    }

    /** @param changes at least one. */
    async change(id: string, changes: RowChange<T>): Promise<void> {
      await this.connection.change<Values>(update(changes as Values), { ...changes, [key]: id });
    }

    /** @returns whether there was such a row. */
    async delete(id: string): Promise<boolean> {
      return (await this.connection.change(remove, { id })) > 0;
    }
  };
}

class StaleRowStore extends Store {
  forget(query: ReturnType<typeof deleteBefore>, before: Instant, most: number): Promise<number> {
    return this.connection.change(query, { before, most });
  }
}

/** For housekeeping: forgets the rows of a table whose `time` is so many milliseconds ago. */
export function olderThan<T extends TableName>(table: T, time: ColumnOf<T>, milliseconds: number): StaleRows[string] {
  const query = deleteBefore(table, time);
  return (work, most) => work.of(StaleRowStore).forget(query, shifted(work.now, -milliseconds), most);
}
