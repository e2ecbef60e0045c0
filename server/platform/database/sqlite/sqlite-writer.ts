import type { DatabaseSync } from 'node:sqlite';
import type { Connection, Statement } from '../connection.ts';
import type { Dialect } from '../dialect.ts';
import { SqliteConnection } from './sqlite-connection.ts';

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

  /** How many statements are kept for the end. */
  get pending(): number {
    return this.#last.length;
  }

  override async runLast(statement: Statement<unknown>): Promise<void> {
    this.#last.push(statement);
  }

  /** Drops the statements after the first `count`. */
  keep(count = 0): void {
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
    for (const one of batch) one.settle(failed);
    if (failed === undefined) this.#onCommit();
  }

  /** @returns false when a write failed: then all are taken back, and the transaction has begun anew. */
  async #runTogether(batch: Waiting[]): Promise<boolean> {
    try {
      for (const one of batch) await one.run();
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
    for (const one of batch) {
      const { pending } = this.#connection;
      this.#db.exec('savepoint one');
      try {
        await one.run();
        this.#db.exec('release one');
      } catch (error) {
        this.#refuseWithoutTransaction(error);
        this.#db.exec('rollback to one; release one');
        this.#connection.keep(pending);
        one.fail(error);
      }
    }
  }

  /** After some failures (a full disk) SQLite has rolled everything back, and there is nothing to return to. */
  #refuseWithoutTransaction(error: unknown): void {
    if (!this.#db.isTransaction) throw error;
  }
}
