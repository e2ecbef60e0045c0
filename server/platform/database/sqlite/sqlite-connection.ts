import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { Connection, type Runnable, type Shaper, shaperOf } from '../connection.ts';
import type { Dialect } from '../dialect.ts';

interface Reading {
  readonly statement: StatementSync;
  /** Made when the statement first gives rows. */
  shape?: Shaper;
}

/** A cache keeps at most this many statements. The oldest goes first. */
const MOST_STATEMENTS = 1000;

/** Keeps what was made for an SQL text. */
class StatementCache<T> {
  readonly #made = new Map<string, T>();
  readonly #make: (text: string) => T;

  constructor(make: (text: string) => T) {
    this.#make = make;
  }

  of(text: string): T {
    const kept = this.#made.get(text);
    if (kept) return kept;
    const made = this.#make(text);
    if (this.#made.size >= MOST_STATEMENTS) {
      const [oldest] = this.#made.keys();
      if (oldest !== undefined) this.#made.delete(oldest);
    }
    this.#made.set(text, made);
    return made;
  }
}

/** SQLite works in this thread, so every promise of this connection is resolved when it is made. */
export class SqliteConnection extends Connection {
  readonly dialect: Dialect;
  readonly #reading: StatementCache<Reading>;
  readonly #changing: StatementCache<StatementSync>;

  constructor(db: DatabaseSync, dialect: Dialect) {
    super();
    this.dialect = dialect;
    this.#reading = new StatementCache((text) => {
      const statement = db.prepare(text);
      statement.setReturnArrays(true);
      return { statement };
    });
    // `run` reads the last row id. The full-text index gives its own rows ids from 2^53 on, which no number can hold.
    this.#changing = new StatementCache((text) => {
      const statement = db.prepare(text);
      statement.setReadBigInts(true);
      return statement;
    });
  }

  async rows<R>(statement: Runnable<R>): Promise<R[]> {
    this.beforeRows();
    const reading = this.#reading.of(statement.sql);
    const rows = reading.statement.all(...(statement.parameters as SQLInputValue[])) as unknown as unknown[][];
    reading.shape ??= shaperOf(reading.statement.columns().map(({ name }) => name));
    return reading.shape(rows) as R[];
  }

  async run(statement: Runnable<unknown>): Promise<number> {
    return Number(this.#changing.of(statement.sql).run(...(statement.parameters as SQLInputValue[])).changes);
  }

  /** Is called before each statement that gives rows. */
  protected beforeRows(): void {}
}

/**
 * Reads what has been committed. Statements between which nobody waits for anything but the database share a transaction
 * (docs/decisions/0076-reads-share-a-transaction.md).
 */
export class SqliteReader extends SqliteConnection {
  readonly #db: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #end = () => this.end();
  #isOpen = false;

  constructor(db: DatabaseSync, dialect: Dialect) {
    super(db, dialect);
    this.#db = db;
    this.#begin = db.prepare('begin');
    this.#commit = db.prepare('commit');
  }

  /** Ends the transaction, if there is one: what is read from now on sees every commit. */
  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    // Some failures of a statement (the disk) have ended it already.
    if (this.#db.isTransaction) this.#commit.run();
  }

  protected override beforeRows(): void {
    if (this.#isOpen) return;
    this.#begin.run();
    this.#isOpen = true;
    // Runs when no promise is left that goes on: before the event loop turns to anything else.
    process.nextTick(this.#end);
  }
}
