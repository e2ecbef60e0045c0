import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { Connection, type Runnable, type Shaper, type Statement, shaperOf } from '../connection.ts';
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
    const before = this.#made.get(text);
    if (before) return before;
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

interface Waiting {
  /** Runs the write; rejects when it fails. */
  run(): Promise<void>;
  /** Keeps why the write failed. */
  fail(error: unknown): void;
  /** Tells the caller how the write ended. Called after the commit. */
  settle(commitFailure?: unknown): void;
}

/** At most this many writes share a commit, so that none waits long for the others. */
const BATCH_SIZE = 64;

/** Keeps what writes that share a commit change last. A write that fails takes its last changes back. */
class WritingConnection extends SqliteConnection {
  #last: Statement<unknown>[] = [];

  override get keptForLast(): number {
    return this.#last.length;
  }

  override async runLast(statement: Statement<unknown>): Promise<void> {
    this.#last.push(statement);
  }

  override keep(count = 0): void {
    this.#last.length = count;
  }

  async finish(): Promise<void> {
    for (const statement of this.#last) await this.run(statement);
    this.#last = [];
  }
}

/**
 * Group commit: runs writes one after another on SQLite's one writing connection. Writes that wait in the same turn of
 * the event loop share a commit, and so an fsync. When one of them fails, all are taken back and run again, each with a
 * savepoint of its own, so that it takes back nothing but itself (docs/decisions/0013-writes-share-a-commit.md). No write is
 * answered before the commit is on the disk.
 */
export class SqliteWriter {
  readonly #db: DatabaseSync;
  readonly #connection: WritingConnection;
  #waiting: Waiting[] = [];
  readonly #between: (() => Promise<void>)[] = [];
  readonly #committed: () => void;
  #onCommit = () => {};
  #turn: Promise<void> | null = null;

  /** @param committed is called after each commit, before anybody learns of it. */
  constructor(db: DatabaseSync, dialect: Dialect, committed: () => void) {
    this.#db = db;
    this.#committed = committed;
    this.#connection = new WritingConnection(db, dialect);
  }

  /** How many writes wait for their commit. */
  get waiting(): number {
    return this.#waiting.length;
  }

  get isWriting(): boolean {
    return this.#turn !== null;
  }

  write<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let outcome: () => void = () => {};
      this.#waiting.push({
        run: async () => {
          const result = await job(this.#connection);
          outcome = () => resolve(result);
        },
        fail: (error) => {
          outcome = () => reject(error);
        },
        settle: (failed) => (failed === undefined ? outcome() : reject(failed)),
      });
      this.#turn ??= this.#drain();
    });
  }

  /** Called after each commit. */
  set onCommit(listener: () => void) {
    this.#onCommit = listener;
  }

  /** Runs a job between two commits: writes wait until it has ended. */
  between<T>(job: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#between.push(() => job().then(resolve, reject));
      this.#turn ??= this.#drain();
    });
  }

  /** Resolves when no write is running or waiting. */
  async idle(): Promise<void> {
    while (this.#turn) await this.#turn;
  }

  async #drain(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0 || this.#between.length > 0) {
      for (const job of this.#between.splice(0)) await job();
      if (this.#waiting.length > 0) await this.#commitTogether(this.#waiting.splice(0, BATCH_SIZE));
    }
    this.#turn = null;
  }

  async #commitTogether(batch: Waiting[]): Promise<void> {
    let failed: unknown;
    try {
      this.#db.exec('begin immediate');
      if (!(await this.#runTogether(batch))) await this.#runApart(batch);
      await this.#connection.finish();
      this.#db.exec('commit');
      this.#committed();
    } catch (error) {
      failed = error;
      this.#connection.keep();
      if (this.#db.isTransaction) this.#db.exec('rollback');
    }
    for (const write of batch) write.settle(failed);
    if (failed === undefined) this.#onCommit();
  }

  /** @returns false when a write failed: then all are taken back, and the transaction has begun anew. */
  async #runTogether(batch: Waiting[]): Promise<boolean> {
    try {
      for (const write of batch) await write.run();
      return true;
    } catch (error) {
      this.#refuseWithoutTransaction(error);
      this.#db.exec('rollback');
      this.#connection.keep();
      this.#db.exec('begin immediate');
      if (batch.length > 1) return false;
      batch[0]?.fail(error);
      return true;
    }
  }

  async #runApart(batch: Waiting[]): Promise<void> {
    for (const write of batch) {
      const { keptForLast } = this.#connection;
      this.#db.exec('savepoint one');
      try {
        await write.run();
        this.#db.exec('release one');
      } catch (error) {
        this.#refuseWithoutTransaction(error);
        this.#db.exec('rollback to one; release one');
        this.#connection.keep(keptForLast);
        write.fail(error);
      }
    }
  }

  /** After some failures (a full disk) SQLite has rolled everything back, and there is nothing to return to. */
  #refuseWithoutTransaction(error: unknown): void {
    if (!this.#db.isTransaction) throw error;
  }
}
