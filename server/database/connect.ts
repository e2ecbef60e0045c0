import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Database } from './connection.ts'
import { SqliteDatabase } from './sqlite.ts'
import { StartRefused } from './start-refused.ts'

export interface Where {
  readonly dataDir: string
  /** A PostgreSQL address; null for SQLite in the data folder. */
  readonly databaseUrl: string | null
}

export interface Opening {
  /** Whether this process is the one that serves the data folder. A command beside a running service is not. */
  readonly alone: boolean
}

/**
 * Connects to the database, whatever schema it has.
 *
 * @throws StartRefused with a sentence that says what to do: folder not writable, already in use, server unreachable.
 */
export async function connectDatabase({ dataDir, databaseUrl }: Where, { alone }: Opening): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir, alone)
}

/** Makes the data folder when it is missing, and checks that this process can write to it. */
export function prepareDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
    rmdirSync(mkdtempSync(join(dataDir, '.writable-')))
  } catch {
    throw new StartRefused(
      `Cannot write to the data folder ${dataDir}. Give this user write access to it, or set DATA_DIR.`,
    )
  }
}

/** Makes one folder after the other: `recursive` tries for ever where no folder can be made, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another node that starts at the same moment may have made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function openSqlite(dataDir: string, alone: boolean): Database {
  prepareDataFolder(dataDir)
  const release = alone ? holdFolder(dataDir) : undefined
  try {
    return new SqliteDatabase(join(dataDir, 'kwit.db'), release)
  } catch (error) {
    release?.()
    throw new StartRefused(
      `Cannot open ${join(dataDir, 'kwit.db')}: ${(error as Error).message}. Is it a Kwit database?`,
    )
  }
}

/** Locks the folder for this process. The operating system releases the lock when the process ends, however it ends. */
function holdFolder(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, 'kwit.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new StartRefused(`Another Kwit already serves ${dataDir}. Stop it first, or set DATA_DIR to another folder.`)
  }
  return () => lock.close()
}

async function openPostgres(databaseUrl: string): Promise<Database> {
  const { PostgresDatabase } = await import('./postgres.ts')
  const database = new PostgresDatabase(databaseUrl)
  try {
    await database.ping()
    return database
  } catch (error) {
    await database.close()
    const host = URL.canParse(databaseUrl) ? new URL(databaseUrl).host : 'DATABASE_URL'
    throw new StartRefused(
      `Cannot reach PostgreSQL at ${host}: ${reasonOf(error)}. Check DATABASE_URL and that the server runs.`,
    )
  }
}

/** When a name has several addresses and each refuses, Node throws an AggregateError without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error && error.message ? error.message : String(error)
}
