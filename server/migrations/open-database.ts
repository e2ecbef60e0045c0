import { connectDatabase, type Opening, type Where } from '../database/connect.ts'
import type { Database } from '../database/connection.ts'
import { migrate } from './migrate.ts'

/**
 * Opens the database and brings its schema up to date.
 *
 * @throws StartRefused with a sentence that says what to do: folder not writable, already in use, server unreachable,
 * schema newer than this version.
 */
export async function openDatabase(where: Where, now: number, opening: Opening = { alone: true }): Promise<Database> {
  const database = await connectDatabase(where, opening)
  try {
    await migrate(database, now)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
