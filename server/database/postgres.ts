import {
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import pg from 'pg'
import { type Connection, type Database, type DatabaseLoad, only, type Runnable } from './connection.ts'
import type { Dialect } from './dialect.ts'
import { postgresAnswers } from './postgres-answers.ts'
import { PostgresBell } from './postgres-bell.ts'
import { postgresErrors } from './postgres-errors.ts'
import { postgresOrder } from './postgres-order.ts'
import { postgresSearch } from './postgres-search.ts'
import type { Schema } from './schema.ts'

export const postgres: Dialect = {
  name: 'postgres',
  types: {
    id: 'uuid',
    text: 'text',
    time: 'timestamptz',
    day: 'date',
    flag: 'boolean',
    json: 'jsonb',
    integer: 'bigint',
    real: 'double precision',
    counting: 'bigint generated always as identity primary key',
    tableEnd: '',
  },
  builder: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  async takeTime(connection) {
    const sql = "select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)"
    await connection.rows({ sql, parameters: [] })
  },
  readingOrder: postgresOrder,
  async lock(connection, name) {
    await connection.rows({ sql: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', parameters: [name] })
  },
  async tryLock(connection, name) {
    const [row] = await connection.rows<{ held: 0 | 1 }>({
      sql: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held',
      parameters: [name],
    })
    return row?.held === 1
  },
  held: (query) => query.forUpdate(),
  claimable: (query) => query.forUpdate().skipLocked(),
  shared: (query) => query.forShare(),
  contains: (text: Expression<string>, part: string) => sql<boolean>`strpos(lower(${text}), lower(${part})) > 0`,
  unindexed: <T>(column: string) => sql.ref<T>(column) as unknown as RawBuilder<T>,
  search: postgresSearch,
  answers: postgresAnswers,
  minutesBetween: (from, to) => sql<number>`(extract(epoch from ${to} - ${from}) / 60)::double precision`,
  among: (id, ids) => sql<boolean>`${id} = any(array(select json_array_elements_text(${ids}::json))::uuid[])`,
  async revision(connection) {
    // Which transactions are seen: the same text is the same rows.
    const query = { sql: 'select pg_current_snapshot()::text as seen', parameters: [] }
    return (await only(connection.rows<{ seen: string }>(query))).seen
  },
  ...postgresErrors,
}

const { builtins } = pg.types

/** Native types as the stores know them: times in RFC 3339, days and JSON as text, 0 or 1, plain numbers. */
const READ: ReadonlyMap<number, (value: string) => unknown> = new Map<number, (value: string) => unknown>([
  [builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString()],
  [builtins.DATE, (value) => value],
  [builtins.JSONB, (value) => value],
  [builtins.BOOL, (value) => (value === 't' ? 1 : 0)],
  [builtins.INT8, Number],
  [builtins.FLOAT8, Number],
])

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && READ.get(oid)) || pg.types.getTypeParser(oid, format),
}

class PostgresConnection implements Connection {
  readonly dialect = postgres
  readonly #client: pg.ClientBase | pg.Pool

  constructor(client: pg.ClientBase | pg.Pool) {
    this.#client = client
  }

  async rows<R>(query: Runnable<R>): Promise<R[]> {
    return (await this.#run(query)).rows as R[]
  }

  async change(query: Runnable<unknown>): Promise<number> {
    return (await this.#run(query)).rowCount ?? 0
  }

  #run(query: Runnable<unknown>): Promise<pg.QueryResult> {
    const name = 'name' in query ? query.name : undefined
    return this.#client.query({ text: query.sql, values: query.parameters as unknown[], ...(name ? { name } : {}) })
  }
}

/** How often a transaction that lost a race is run again (quality § A, PostgreSQL). */
const RETRIES = 3

/** PostgreSQL through a pool; durable commits, and every wait has an end. */
export class PostgresDatabase implements Database {
  readonly dialect = postgres
  readonly bell: PostgresBell
  readonly #pool: pg.Pool
  readonly #reader: Connection

  constructor(connectionString: string) {
    this.#pool = new pg.Pool({
      connectionString,
      max: 10,
      connectionTimeoutMillis: 5000,
      statement_timeout: 5000,
      lock_timeout: 3000,
      idle_in_transaction_session_timeout: 10_000,
      options: '-c timezone=UTC -c datestyle=ISO -c synchronous_commit=on',
      types,
    })
    // A connection that dies is replaced at the next use; without listeners it would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
    this.#reader = new PostgresConnection(this.#pool)
    this.bell = new PostgresBell(this.#pool, connectionString)
  }

  async write<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    for (let retries = 0; ; retries++) {
      try {
        return await this.#transaction(job)
      } catch (error) {
        if (retries === RETRIES || !postgres.isRetriable(error)) throw error
      }
    }
  }

  read<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    return job(this.#reader)
  }

  get load(): DatabaseLoad {
    const { waitingCount: waiting, totalCount, idleCount: idle } = this.#pool
    return { waiting, busy: totalCount - idle, idle }
  }

  async ping(): Promise<void> {
    await this.#pool.query('select 1')
  }

  async close(): Promise<void> {
    await this.bell.close()
    await this.#pool.end()
  }

  async #transaction<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      const result = await job(new PostgresConnection(client))
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      throw error
    } finally {
      client.release(broken)
    }
  }
}
