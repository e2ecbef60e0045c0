import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { DummyDriver, type Expression, Kysely, SqliteAdapter, SqliteIntrospector, sql } from 'kysely'
import type { Connection, Database, DatabaseLoad, OperatorLog, Query } from '../connection.ts'
import type { Dialect, ReadingOrder } from '../dialect.ts'
import type { Schema } from '../schema.ts'
import { WakeSignal } from '../wake-signal.ts'
import { Checkpoints, LOG_KEPT_BYTES } from './checkpoints.ts'
import { DatabaseFile, DatabaseFileGone } from './database-file.ts'
import { sqliteAnswers } from './sqlite-answers.ts'
import { SqliteCompiler } from './sqlite-compiler.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { sqliteSearch } from './sqlite-search.ts'
import { SqliteWriter } from './sqlite-writer.ts'

const BUSY = 5
const LOCKED = 6
const READONLY = 8
const IOERR = 10
const FULL = 13
const CANTOPEN = 14
const UNIQUE = 2067
const PRIMARY_KEY = 1555

function codeOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) : 0
}

/** SQLite counts what other connections commit. The count begins anew in each process, so `OPENED` tells processes apart. */
const DATA_VERSION: Query<object, { data_version: number }> = () => ({ sql: 'pragma data_version', parameters: [] })
const OPENED = randomUUID()

const nothingToDo = async () => {}

/** Only one transaction writes at a time, so positions grow in the order of the commits. */
const readingOrder: ReadingOrder = {
  start: '0',
  columns: ['event_outbox.position'],
  place: sql<string>`cast(event_outbox.position as text)`,
  settled: sql<boolean>`true`,
  isPlace: (text) => /^\d{1,15}$/.test(text),
  isAt: (place) => sql<boolean>`event_outbox.position = cast(${place} as integer)`,
  isAfter: (place) => sql<boolean>`event_outbox.position > cast(${place} as integer)`,
}

export const sqlite: Dialect = {
  name: 'sqlite',
  types: {
    id: 'text',
    text: 'text',
    time: 'text',
    day: 'text',
    flag: 'integer',
    json: 'text',
    integer: 'integer',
    real: 'real',
    counting: 'integer primary key autoincrement',
    tableEnd: 'strict',
  },
  builder: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteCompiler(),
    },
  }),
  readingOrder,
  // Only one transaction writes at a time, so it holds every row and every lock.
  withoutTimeouts: nothingToDo,
  lock: nothingToDo,
  tryLock: async () => true,
  held: (query) => query,
  claimable: (query) => query,
  shared: (query) => query,
  contains: (text: Expression<string>, part: string) => sql<boolean>`instr(lower(${text}), lower(${part})) > 0`,
  byBytes: (text) => sql<string>`${text}`,
  unindexed: <T>(column: string) => sql<T>`+${sql.ref(column)}`,
  search: sqliteSearch('search_tickets'),
  answerSearch: sqliteSearch('search_said'),
  answers: sqliteAnswers,
  // SQLite gives seconds as a float. Rounding them to milliseconds makes half an hour exactly 30 minutes.
  minutesBetween: (from, to) =>
    sql<number>`round((unixepoch(${to}, 'subsec') - unixepoch(${from}, 'subsec')) * 1000) / 60000`,
  texts: (json) => sql`(select value from json_each(${json})) as texts`,
  among: (id, ids) => sql<boolean>`${id} in (select value from json_each(${ids}))`,
  givenKey: sql``,
  countOn: nothingToDo,
  async revision(connection) {
    const { data_version } = await connection.only(DATA_VERSION)
    return `${OPENED} ${data_version}`
  },
  isDuplicate: (error) => [UNIQUE, PRIMARY_KEY].includes(codeOf(error)),
  isRetriable: () => false,
  isUnavailable: (error) =>
    error instanceof DatabaseFileGone || [BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN].includes(codeOf(error) & 0xff),
}

/** Opens a file with durable commits: WAL, an fsync for each commit, foreign keys enforced. */
export function openSqliteFile(path: string): DatabaseSync {
  const db = new DatabaseSync(path, {
    timeout: 5000,
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: false,
  })
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory; pragma cache_size = -32768',
  )
  // A log that a reader has let grow is cut to this when the next write begins it anew.
  db.exec(`pragma journal_size_limit = ${LOG_KEPT_BYTES}`)
  return db
}

/** SQLite in one file: one connection writes, and another reads what has been committed. */
export class SqliteDatabase implements Database {
  readonly dialect = sqlite
  readonly wakeSignal = new WakeSignal()
  /** A read holds this thread to its end. */
  readonly readsAtOnce = 1
  readonly #writing: DatabaseSync
  readonly #reading: DatabaseSync
  readonly #writer: SqliteWriter
  readonly #reader: SqliteConnection
  readonly #file: DatabaseFile
  readonly #checkpoints: Checkpoints
  readonly #path: string
  readonly #release: () => void

  /** @param release gives back the hold on the data folder when the database is closed. */
  constructor(path: string, release: () => void = () => {}) {
    this.#writing = openSqliteFile(path)
    this.#reading = openSqliteFile(path)
    this.#reading.exec('pragma query_only = on')
    this.#writer = new SqliteWriter(this.#writing, sqlite)
    this.#reader = new SqliteConnection(this.#reading, sqlite)
    this.#file = new DatabaseFile(path)
    const [file, reading, writing, writer] = [this.#file, this.#reading, this.#writing, this.#writer]
    this.#checkpoints = new Checkpoints({ file, reading, writing, writer })
    this.#path = path
    this.#release = release
  }

  async write<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    this.#file.expect()
    return this.#writer.write(job)
  }

  read<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    return job(this.#reader)
  }

  async snapshot<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    using db = openSqliteFile(this.#path)
    // The first read of a transaction decides which state it sees.
    db.exec('pragma query_only = on; begin; select 1 from sqlite_master')
    return await job(new SqliteConnection(db, sqlite))
  }

  async compact(): Promise<void> {
    await this.#writer.idle()
    // An index of words keeps what was removed from it until its parts are merged.
    for (const index of ['search_tickets', 'search_said', 'search_answers'])
      this.#writing.exec(`insert into ${index} (${index}) values ('optimize')`)
    this.#writing.exec('vacuum; pragma wal_checkpoint(truncate)')
  }

  get load(): DatabaseLoad {
    const busy = this.#writer.isWriting ? 1 : 0
    return { waiting: this.#writer.waiting, busy, idle: 2 - busy }
  }

  get walBytes(): number {
    return this.#file.walBytes
  }

  reportTo(log: OperatorLog): void {
    this.#file.reportTo(log)
  }

  async ping(): Promise<void> {
    this.#file.expect()
    this.#reading.prepare('select 1').get()
  }

  async close(): Promise<void> {
    this.#file.close()
    await this.#writer.idle()
    await this.#checkpoints.close()
    this.#reading.close()
    this.#writing.close()
    this.#release()
  }
}
