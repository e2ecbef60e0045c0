import type { Connection, Query, ValuesOf } from './connection.ts';

/**
 * The queries of one feature, on one connection. A member that only runs a query is a field, made by one of the functions here, and
 * called with the values of the query: `readonly ofUser = this.all(ofUser)`, `store.ofUser({ user_id })`.
 */
export abstract class Store {
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  protected all<V, R>(query: Query<V, R>) {
    return (...values: ValuesOf<V>): Promise<R[]> => this.connection.all(query, ...values);
  }

  /** The first row, if there is one. */
  protected first<V, R>(query: Query<V, R>) {
    return (...values: ValuesOf<V>): Promise<R | undefined> => this.connection.first(query, ...values);
  }

  /** The one row that must be there. */
  protected only<V, R>(query: Query<V, R>) {
    return (...values: ValuesOf<V>): Promise<R> => this.connection.only(query, ...values);
  }

  /** The `count` of the one row. */
  protected countOf<V>(query: Query<V, { count: number }>) {
    return async (...values: ValuesOf<V>): Promise<number> => (await this.connection.only(query, ...values)).count;
  }

  /** Whether there is a row. */
  protected any<V, R>(query: Query<V, R>) {
    return async (...values: ValuesOf<V>): Promise<boolean> => (await this.connection.all(query, ...values)).length > 0;
  }

  /** Changes rows, and answers how many. */
  protected changes<V>(query: Query<V, unknown>) {
    return (...values: ValuesOf<V>): Promise<number> => this.connection.change(query, ...values);
  }

  /** Changes rows, and answers whether there was any to change. */
  protected changesAny<V>(query: Query<V, unknown>) {
    return async (...values: ValuesOf<V>): Promise<boolean> => (await this.connection.change(query, ...values)) > 0;
  }
}
