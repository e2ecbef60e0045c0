import { sql } from 'kysely';
import type { NewRow, RowChange, RowOf, Schema } from '#records';
import { Store } from '../work.ts';
import { compiled, insertInto, type TableWith, updateById } from './compiled.ts';
import type { Query } from './connection.ts';

type Values = Readonly<Record<string, unknown>>;

/** The class of a store of one table whose rows have an id: `class TokenStore extends tableStore('api_tokens')`. */
export function tableStore<T extends TableWith<'id'>>(table: T) {
  const insert = insertInto(table) as Query<Values, unknown>;
  const update = updateById(table) as unknown as (changes: Values) => Query<Values, unknown>;
  const byId = compiled((_, p: { id: string }) => sql<RowOf<T>>`select * from ${sql.table(table)} where id = ${p.id}`);
  const held = compiled((db, p: { id: string }, dialect) =>
    dialect.held(db.selectFrom<keyof Schema>(table).selectAll().where(sql.ref('id'), '=', p.id)).$castTo<RowOf<T>>(),
  );
  return class extends Store {
    async add(row: NewRow<T>): Promise<void> {
      await this.connection.change<Values>(insert, row as Values);
    }

    find(id: string): Promise<RowOf<T> | undefined> {
      return this.connection.first(byId, { id });
    }

    /** The row. Nobody else changes it until the transaction ends. */
    hold(id: string): Promise<RowOf<T> | undefined> {
      return this.connection.first(held, { id });
    }

    /** @param changes at least one. */
    async change(id: string, changes: RowChange<T>): Promise<void> {
      await this.connection.change<Values>(update(changes as Values), { ...changes, id });
    }
  };
}
