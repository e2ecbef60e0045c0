import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { prepareDataFolder } from '../../config/data-folder.ts'
import { StartRefused } from '../../start-refused.ts'
import type { Database } from '../connection.ts'
import { SqliteDatabase } from './sqlite.ts'

/**
 * Opens the database in the data folder, and makes both when they are missing.
 *
 * @param alone whether this is to be the one process that serves the folder.
 * @throws StartRefused when the folder cannot be written to, another process serves it, or the file is no database.
 */
export function openSqlite(dataDir: string, alone: boolean): Database {
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
