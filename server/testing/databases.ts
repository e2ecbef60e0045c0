/** The databases on which every test of the API runs. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

export type DatabaseName = 'sqlite' | 'postgres'

/** The variable that tells the test files the address of PostgreSQL. */
export const POSTGRES = 'KWIT_TEST_POSTGRES'
/** A migrated database without a row, of which each test file gets a copy. */
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

/** Makes a migrated database for one test file. */
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
