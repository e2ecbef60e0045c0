import { setTimeout as after } from 'node:timers/promises'
import { SECOND } from '../../clock.ts'
import { StartRefused } from '../../start-refused.ts'
import type { Database } from '../connection.ts'
import { PostgresDatabase } from './postgres.ts'
import { postgresErrors } from './postgres-errors.ts'

/** How long a start waits between two tries, in milliseconds. */
const TRY_EVERY_MS = SECOND

/**
 * Opens the database at an address, and waits for its first answer: a server that starts at the same time as Kwit takes a
 * while.
 *
 * @param waitMs how long it may take, in milliseconds; 0 to try once.
 * @throws StartRefused when it cannot be reached.
 */
export async function openPostgres(databaseUrl: string, waitMs: number): Promise<Database> {
  const database = new PostgresDatabase(databaseUrl)
  let waited = 0
  try {
    for (;;) {
      const refusal = await database.ping().then(
        () => null,
        (error: unknown) => ({ error }),
      )
      if (refusal === null) return database
      if (waited >= waitMs || !mayPass(refusal.error)) throw refusal.error
      await after(TRY_EVERY_MS)
      waited += TRY_EVERY_MS
    }
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

/** Whether the server may answer soon: it starts, cannot be reached, or takes no writes yet. A wrong password stays wrong. */
const mayPass = (error: unknown): boolean =>
  error instanceof AggregateError ? error.errors.some(mayPass) : postgresErrors.isUnavailable(error)
