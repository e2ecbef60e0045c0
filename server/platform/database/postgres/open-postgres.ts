import { setTimeout as after } from 'node:timers/promises';
import { SECOND } from '../../clock.ts';
import { StartRefused } from '../../failure.ts';
import type { Database } from '../connection.ts';
import { PostgresDatabase } from './postgres.ts';
import { checkPlace, checkSettings, type PostgresAddress } from './postgres-address.ts';
import { postgresErrors } from './postgres-errors.ts';

/** How long a start waits between two tries, in milliseconds. */
const TRY_EVERY_MS = SECOND;

/**
 * Opens the database at an address, and waits for its first answer: a server that starts at the same time as Kwit takes a
 * while.
 *
 * @param waitMs how long it may take, in milliseconds; 0 to try once.
 * @throws StartRefused when it cannot be reached, a pooler keeps Kwit's settings from it, or it cannot have Kwit's tables and texts.
 */
export async function openPostgres(address: PostgresAddress, waitMs: number): Promise<Database> {
  const database = new PostgresDatabase(address);
  try {
    await untilItAnswers(database, address, waitMs);
    await database.read(checkSettings);
    await database.read(checkPlace);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function untilItAnswers(database: Database, { databaseUrl }: PostgresAddress, waitMs: number): Promise<void> {
  for (const began = performance.now(); ; ) {
    const refusal = await database.ping().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (refusal === null) return;
    if (performance.now() - began >= waitMs || !mayPass(refusal.error)) {
      const host = URL.canParse(databaseUrl) ? new URL(databaseUrl).host : 'DATABASE_URL';
      throw new StartRefused(
        `Cannot reach PostgreSQL at ${host}: ${reasonOf(refusal.error)}. Check DATABASE_URL and that the server runs.`,
      );
    }
    await after(TRY_EVERY_MS);
  }
}

/** When a name has several addresses and each refuses, Node throws an AggregateError without a message. */
function reasonOf(error: unknown): string {
  if (isOfPooler(error)) return 'a pooler stands there, so set PG_POOLER to session or transaction';
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error && error.message ? error.message : String(error);
}

/** PgBouncer refuses the settings that Kwit sends where it knows of no pooler. */
const isOfPooler = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('unsupported startup parameter');

/** Whether the server may answer soon: it starts, cannot be reached, or takes no writes yet. A wrong password stays wrong. */
const mayPass = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.some(mayPass)
    : postgresErrors.isUnavailable(error) && !isOfPooler(error);
