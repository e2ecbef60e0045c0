import { StartRefused } from '../../start-refused.ts'
import type { Database } from '../connection.ts'
import { PostgresDatabase } from './postgres.ts'

/**
 * Opens the database at an address, and waits for its first answer.
 *
 * @throws StartRefused when it cannot be reached.
 */
export async function openPostgres(databaseUrl: string): Promise<Database> {
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
