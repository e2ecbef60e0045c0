import { DatabaseSync } from 'node:sqlite';
import { type Clock, systemClock } from '../../clock.ts';
import {
  type Connection,
  type Database,
  type DatabaseLoad,
  type OperatorLog,
  type Query,
  WakeSignal,
  WriteTimes,
} from '../connection.ts';
import { Checkpoints, checkpointInCommits, LOG_KEPT_BYTES } from './checkpoints.ts';
import { compactFile, DatabaseFile, DiskRoom } from './database-file.ts';
import { SqliteConnection, SqliteReader, SqliteWriter } from './sqlite-connection.ts';
import { codeOf, sqlite } from './sqlite-dialect.ts';

/** Pages in the log count, too. */
const SIZE: Query<object, { bytes: number }> = () => ({
  sql: 'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
  parameters: [],
});

/** Nothing reads this number, but SQLite writes it, as it is, each time. */
const WRITE_NOTHING = { sql: 'pragma user_version = 0', parameters: [] };

/** The pages that each connection keeps in memory, in KiB; and those that they keep for one command. */
const CACHE_KIB = 8192;
const BRIEF_CACHE_KIB = { writing: 4096, reading: 2048 };

/** Opens a file with durable commits: WAL, an fsync for each commit, foreign keys enforced. */
export function openSqliteFile(path: string, cacheKib = CACHE_KIB): DatabaseSync {
  const db = new DatabaseSync(path, {
    timeout: 5000,
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: false,
  });
  db.exec(
    `pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory; pragma cache_size = -${cacheKib}`,
  );
  // A log that a reader has let grow is cut to this when the next write begins it anew.
  db.exec(`pragma journal_size_limit = ${LOG_KEPT_BYTES}`);
  return db;
}

/** SQLite in one file: one connection writes, and another reads what has been committed. */
export class SqliteDatabase implements Database {
  readonly dialect = sqlite;
  readonly wakeSignal = new WakeSignal();
  /** A read holds this thread to its end. */
  readonly readsAtOnce = 1;
  readonly cheapMs = 1;
  readonly #writing: DatabaseSync;
  readonly #reading: DatabaseSync;
  readonly #writer: SqliteWriter;
  readonly #reader: SqliteReader;
  readonly #file: DatabaseFile;
  /** Null where commits run them: nobody waits for one command's. */
  readonly #checkpoints: Checkpoints | null;
  readonly #room: DiskRoom;
  readonly #writeTimes = new WriteTimes();
  readonly #path: string;
  readonly #release: () => void;

  /** @param manner `isBrief`: it serves one command; `release` gives back the hold on the data folder when it is closed. */
  constructor(path: string, { isBrief, release }: { isBrief: boolean; release: () => void }) {
    const { writing: written, reading: read } = isBrief ? BRIEF_CACHE_KIB : { writing: CACHE_KIB, reading: CACHE_KIB };
    this.#writing = openSqliteFile(path, written);
    this.#reading = openSqliteFile(path, read);
    this.#reading.exec('pragma query_only = on');
    this.#reader = new SqliteReader(this.#reading, sqlite);
    this.#writer = new SqliteWriter(this.#writing, sqlite, () => this.#reader.end());
    this.#file = new DatabaseFile(path);
    const [file, reading, writing, writer] = [this.#file, this.#reading, this.#writing, this.#writer];
    this.#checkpoints = isBrief ? null : new Checkpoints({ file, reading, writing, writer });
    if (isBrief) checkpointInCommits(writing);
    this.#room = new DiskRoom(path, () => writer.write((connection) => connection.run(WRITE_NOTHING)));
    this.#path = path;
    this.#release = release;
  }

  async write<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    this.#file.expect();
    try {
      return await this.#writeTimes.measure((begin) =>
        this.#writer.write((connection) => {
          begin();
          return job(connection);
        }),
      );
    } catch (error) {
      throw this.#room.noteFailure(error, codeOf(error));
    }
  }

  read<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    return job(this.#reader);
  }

  async snapshot<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    using db = openSqliteFile(this.#path);
    // The first read of a transaction decides which state it sees.
    db.exec('pragma query_only = on; begin; select 1 from sqlite_master');
    return await job(new SqliteConnection(db, sqlite));
  }

  async copyTo(path: string): Promise<boolean> {
    using db = new DatabaseSync(this.#path, { readOnly: true });
    db.prepare('vacuum into ?').run(path);
    return true;
  }

  compact(): Promise<void> {
    return this.#writer.between(() => compactFile(this.#path));
  }

  get load(): DatabaseLoad {
    const busy = this.#writer.isWriting ? 1 : 0;
    return { waiting: this.#writer.waiting, busy, idle: 2 - busy, ...this.#writeTimes.totals };
  }

  async bytes(): Promise<number> {
    const { bytes } = await this.#reader.only(SIZE);
    return bytes;
  }

  get walBytes(): number {
    return this.#file.walBytes;
  }

  reportTo(log: OperatorLog): void {
    this.#file.reportTo(log);
    this.#room.reportTo(log);
  }

  /** The machine's: no other process writes the file. */
  async sharedClock(): Promise<Clock> {
    return systemClock;
  }

  async ping(): Promise<void> {
    this.#file.expect();
    this.#reading.prepare('select 1').get();
    await this.#room.expect();
  }

  async close(): Promise<void> {
    this.#file.close();
    await this.#writer.idle();
    await this.#checkpoints?.close();
    this.#reader.end();
    this.#reading.close();
    this.#writing.close();
    this.#release();
  }
}
