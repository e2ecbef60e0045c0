import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Clock, systemClock } from '../../clock.ts';
import { StartRefused } from '../../failure.ts';
import { type Connection, type Database, type DatabaseLoad, WakeSignal } from '../connection.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { sqlite } from './sqlite-dialect.ts';

/** SQLITE_NOTADB. */
const NO_DATABASE = 26;

/** Problems of a kind that are shown at most. */
const MOST_SHOWN = 20;

/** A SQLite file that is read and never changed: the copy in a backup, or the database that another process serves. */
export class ReadOnlySqlite implements Database {
  readonly dialect = sqlite;
  readonly wakeSignal = new WakeSignal();
  readonly readsAtOnce = 1;
  readonly cheapMs = 1;
  readonly walBytes = null;
  readonly load: DatabaseLoad = { waiting: 0, busy: 0, idle: 1, writes: 0, writeWaitSeconds: 0, writeSeconds: 0 };
  readonly #db: DatabaseSync;
  readonly #path: string;

  /** @throws StartRefused when there is no such file, or it is no database. */
  constructor(path: string) {
    this.#path = path;
    if (!existsSync(path)) throw new StartRefused(`There is no database at ${path}.`);
    this.#db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    try {
      this.#db.exec('pragma temp_store = memory; pragma cache_size = -32768; select 1 from sqlite_master');
    } catch (error) {
      this.#db.close();
      if ((error as { errcode?: number }).errcode !== NO_DATABASE) throw error;
      throw new StartRefused(`${path} is no database of SQLite: restore a backup.`);
    }
  }

  /** Damage in the file, and rows whose foreign keys lead nowhere; nothing when it is whole. */
  problems(): string[] {
    const broken = this.#db.prepare(`pragma integrity_check(${MOST_SHOWN})`).all();
    const dangling = this.#db.prepare('pragma foreign_key_check').all().slice(0, MOST_SHOWN);
    return [
      ...broken.map((row) => String(Object.values(row)[0])).filter((line) => line !== 'ok'),
      ...dangling.map(
        // A table that is kept in its primary key numbers no rows.
        ({ table, rowid, parent }) =>
          `${table}${rowid === null ? '' : `, row ${rowid},`} names a row of ${parent} that is not there`,
      ),
    ];
  }

  async write(): Promise<never> {
    throw new Error('This database is only read.');
  }

  read<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    return job(new SqliteConnection(this.#db, sqlite));
  }

  /** Everything that the job reads is of one moment, though another process writes. */
  async snapshot<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    this.#db.exec('begin; select 1 from sqlite_master');
    try {
      return await this.read(job);
    } finally {
      this.#db.exec('rollback');
    }
  }

  async copyTo(path: string): Promise<boolean> {
    this.#db.prepare('vacuum into ?').run(path);
    return true;
  }

  async bytes(): Promise<number> {
    return statSync(this.#path).size;
  }

  async compact(): Promise<void> {}

  reportTo(): void {}

  async sharedClock(): Promise<Clock> {
    return systemClock;
  }

  async ping(): Promise<void> {}

  async close(): Promise<void> {
    this.#db.close();
  }
}
