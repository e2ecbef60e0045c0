import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Dialect } from '../dialect.ts';
import { SqliteConnection } from './sqlite-connection.ts';

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
