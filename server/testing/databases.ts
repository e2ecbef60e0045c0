/** The databases that every test of the interface runs on. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

export type DatabaseName = 'sqlite' | 'postgres'

/** Where the run's PostgreSQL is, for the test files. */
export const POSTGRES = 'KWIT_TEST_POSTGRES'
/** A migrated database without a row, from which each test file's are copied. */
export const TEMPLATE = 'kwit_template'

const all: readonly DatabaseName[] = ['sqlite', 'postgres']
const only = process.env.KWIT_TEST_DATABASE

/** Both, or the one that KWIT_TEST_DATABASE names. */
export const databases: readonly DatabaseName[] = only ? all.filter((name) => name === only) : all

if (databases.length === 0) throw new Error('KWIT_TEST_DATABASE must be sqlite or postgres.')

interface OwnDatabase {
  /** null for SQLite, which is a file in the data folder. */
  readonly url: string | null
  drop(): Promise<void>
}

/** A database of one's own, already migrated. */
export async function ownDatabase(name: DatabaseName): Promise<OwnDatabase> {
  if (name === 'sqlite') return { url: null, drop: async () => {} }
  const server = process.env[POSTGRES]
  if (!server)
    throw new Error('Run with --test-global-setup=server/testing/global-setup.ts, or KWIT_TEST_DATABASE=sqlite.')
  const own = `kwit_${randomBytes(8).toString('hex')}`
  await run(server, `create database ${own} template ${TEMPLATE}`)
  return { url: `${server}/${own}`, drop: () => run(server, `drop database ${own} with (force)`) }
}

async function run(server: string, sql: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
