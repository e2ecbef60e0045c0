import type { CompiledQuery } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Dialect } from './dialect.ts';

/** SQL with its values, ready to run; PostgreSQL keeps the plan of a statement that has a `name`. */
export interface Statement<R> {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly name?: string;
  /** Only carries the type of a row. */
  readonly row?: R;
}

export type Runnable<R> = Statement<R> | CompiledQuery<R>;

/** A query that was prepared beforehand (`compiled`) and is run with values: it gives rows of type `R`. */
export type Query<V, R> = (values: V, dialect: Dialect) => Statement<R>;

/** The values of a query. A query without values is run without them. */
export type ValuesOf<V> = object extends V ? [] : [values: V];

/**
 * Where stores run queries: inside one transaction when it came from `write`. A failure rejects and never throws, so that
 * queries which run at once are all waited for.
 */
export abstract class Connection {
  abstract readonly dialect: Dialect;
  /** The stores of this connection, by their classes: they keep nothing but it. */
  readonly stores = new Map<unknown, object>();

  /** Whether a statement may take as long as it needs, as those of a migration do. */
  isPatient = false;

  /** Runs one statement and answers its rows. Stores run queries instead. */
  abstract rows<R>(statement: Runnable<R>): Promise<R[]>;

  /** Runs one statement and answers how many rows it changed. Stores run queries instead. */
  abstract run(statement: Runnable<unknown>): Promise<number>;

  /** Every row. */
  async all<V, R>(query: Query<V, R>, ...values: ValuesOf<V>): Promise<R[]> {
    return this.rows(statementOf(this, query, values));
  }

  /** The first row, if there is one. */
  async first<V, R>(query: Query<V, R>, ...values: ValuesOf<V>): Promise<R | undefined> {
    return (await this.rows(statementOf(this, query, values)))[0];
  }

  /** The one row that must be there. */
  async only<V, R>(query: Query<V, R>, ...values: ValuesOf<V>): Promise<R> {
    const [row] = await this.rows(statementOf(this, query, values));
    if (row === undefined) throw new Error('A query that always gives a row gave none.');
    return row;
  }

  /** Changes rows and answers how many. */
  async change<V>(query: Query<V, unknown>, ...values: ValuesOf<V>): Promise<number> {
    return this.run(statementOf(this, query, values));
  }

  /**
   * Changes rows right before the commit, after all other changes and in the order in which this was called: for rows that
   * the same write does not read, and which cost less when many are changed together, or keep other writers waiting: the
   * indexes of words (docs/decisions/0013-writes-share-a-commit.md, docs/decisions/0038-answers-by-the-beginnings-of-words.md).
   */
  async changeLast<V>(query: Query<V, unknown>, ...values: ValuesOf<V>): Promise<void> {
    return this.runLast(statementOf(this, query, values));
  }

  /** Runs a part of a transaction, of which nothing stays when it fails in a way after which the others go on. */
  async attempt<T>(part: () => Promise<T>, isEndOfPart: (error: unknown) => boolean): Promise<T> {
    const held = this.keptForLast;
    await this.run({ sql: 'savepoint attempt', parameters: [] });
    try {
      const result = await part();
      await this.run({ sql: 'release savepoint attempt', parameters: [] });
      return result;
    } catch (error) {
      if (!isEndOfPart(error)) throw error;
      await this.run({ sql: 'rollback to savepoint attempt', parameters: [] });
      await this.run({ sql: 'release savepoint attempt', parameters: [] });
      this.keep(held);
      throw error;
    }
  }

  /** How many statements are kept for the end of the transaction. */
  get keptForLast(): number {
    return 0;
  }

  /** Drops those after the first `count`. */
  keep(_count: number): void {}

  /** As `run`, but right before the commit; at once where there is no transaction. */
  async runLast(statement: Statement<unknown>): Promise<void> {
    await this.run(statement);
  }
}

const statementOf = <V, R>({ dialect }: Connection, query: Query<V, R>, [values]: ValuesOf<V>): Statement<R> =>
  query(values as V, dialect);

/** How busy a database is: the writes or queries that wait, and the connections of this process. */
export interface DatabaseLoad extends WriteTotals {
  readonly waiting: number;
  readonly busy: number;
  readonly idle: number;
}

/** Where operators read what they have to know. */
export interface OperatorLog {
  error(words: string): void;
  warn(words: string): void;
  info(words: string): void;
}

export interface Database {
  readonly dialect: Dialect;
  /** Wakes its listeners when a node has recorded an event. */
  readonly wakeSignal: WakeSignal;
  /**
   * Runs a job in one transaction. Before the promise resolves, all of its changes are on the disk; when it rejects, none
   * is. A job that lost a race is run again, so it must touch nothing but the database, and wait for nothing else.
   */
  write<T>(job: (connection: Connection) => Promise<T>): Promise<T>;
  /** Runs a job that only reads. */
  read<T>(job: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * Runs a job that reads one state of the whole database, however long it takes and whatever is written meanwhile. It
   * keeps no writer waiting.
   */
  snapshot<T>(job: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * Writes a copy of one state into a new file, where the database is one file: SQLite. It keeps no writer waiting, and this
   * thread until it is done. The file is not durable yet.
   *
   * @returns false where it is not, and nothing was written.
   */
  copyTo(path: string): Promise<boolean>;
  /** Leaves no byte of removed rows in the database's own files, where that is ours to do: on SQLite. */
  compact(): Promise<void>;
  readonly load: DatabaseLoad;
  /** How many reads that take long may run at once, so that short ones need not wait for them. */
  readonly readsAtOnce: number;
  /** How long what keeps nobody from theirs takes, in milliseconds (docs/rules/service.md#turns). */
  readonly cheapMs: number;
  /** How many bytes the write-ahead log in the data folder takes up; null where the database keeps its own. */
  readonly walBytes: number | null;
  /** How many bytes the database has. */
  bytes(): Promise<number>;
  /** Tells this log from now on what operators have to do something about. */
  reportTo(log: OperatorLog): void;
  /** The time that all processes of this database have in common. It is asked for once, and followed until `close`. */
  sharedClock(): Promise<Clock>;
  /** Rejects when the database does not answer, or takes no writes. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Tells listeners that an event was recorded. A signal may be lost, so a listener must look for new events from time to
 * time as well.
 */
export class WakeSignal {
  readonly #listeners = new Set<() => void>();

  /** Calls the listener at each signal. @returns a function that stops it. */
  onWake(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  wake(): void {
    for (const listener of this.#listeners) listener();
  }
}

export interface WriteTotals {
  /** How many writes have ended, whether or not they changed anything. */
  readonly writes: number;
  /** How many seconds they waited for their turn, all together. */
  readonly writeWaitSeconds: number;
  /** How many seconds they took with that wait and their commit, all together. */
  readonly writeSeconds: number;
}

/** Adds up how long writes wait for their turn, and how long they take. */
export class WriteTimes {
  #writes = 0;
  #waitedMs = 0;
  #tookMs = 0;

  /** Runs a write, which calls `begin` when it has its turn; again when it is run again. */
  async measure<T>(write: (begin: () => void) => Promise<T>): Promise<T> {
    const start = performance.now();
    let waitedMs = 0;
    try {
      return await write(() => {
        waitedMs = performance.now() - start;
      });
    } finally {
      this.#waitedMs += waitedMs;
      this.#writes += 1;
      this.#tookMs += performance.now() - start;
    }
  }

  get totals(): WriteTotals {
    return { writes: this.#writes, writeWaitSeconds: this.#waitedMs / 1000, writeSeconds: this.#tookMs / 1000 };
  }
}

type Reader = (value: never) => unknown;

export type Shaper = (rows: readonly (readonly unknown[])[]) => object[];

/**
 * Generates a function that makes objects of rows. Its code names the columns, so that all objects have one hidden class:
 * reading rows this way costs three quarters of what a driver's own objects cost, and writing them as JSON a third.
 *
 * @param readers what reads the values of each column; null where they stay as they are.
 */
export function shaperOf(columns: readonly string[], readers: readonly (Reader | null)[] = []): Shaper {
  const fields = columns.map((name, index) => {
    const value = `row[${index}]`;
    return `${JSON.stringify(name)}: ${readers[index] ? `${value} === null ? null : readers[${index}](${value})` : value}`;
  });
  return new Function('readers', `return (rows) => rows.map((row) => ({ ${fields.join(', ')} }))`)(readers) as Shaper;
}
