import { setTimeout as after } from 'node:timers/promises';
import { listStoredWebhooks } from '#delivery';
import { type Backlog, readBacklog } from '#events';
import {
  type Actor,
  type Database,
  type Instant,
  type Operation,
  type RequestContext,
  type Runner,
  SECOND,
} from '#platform';
import { attachmentBytes } from '#tickets';

/** What a scrape tells of the contents of the database. */
export interface DatabaseFigures {
  readonly backlog: readonly Backlog[];
  readonly databaseBytes: number;
  readonly attachmentBytes: number;
  readonly pausedWebhooks: number;
  /** Of which moment the newest whole backup is; null when there is none. */
  readonly lastBackup: Instant | null;
}

/** How long figures are told without a new look, in milliseconds: scrapes that come together look once. */
const FRESH_MS = 5 * SECOND;
/** Looking takes at most this share of the time, as long as the figures are not older than a minute. */
const SHARE = 0.01;
const OLDEST_MS = 60 * SECOND;
/** How long a scrape waits for the database, in milliseconds. */
const PATIENCE_MS = 2 * SECOND;

const CONTEXT: RequestContext<null> = { actor: null, correlationId: 'metrics', source: 'metrics' };

/**
 * Looks into the database when somebody scrapes, and never often: a large backlog takes long to count. While the database
 * does not answer, there are no figures.
 */
export class FiguresReader {
  readonly #database: Database;
  readonly #runner: Runner;
  readonly #lastBackup: Operation<Instant | null, Actor>;
  #latest: Promise<DatabaseFigures | null> = Promise.resolve(null);
  #isFreshUntil = Number.NEGATIVE_INFINITY;

  /** @param lastBackup reads of which moment the newest whole backup is. */
  constructor(database: Database, runner: Runner, lastBackup: Operation<Instant | null, Actor>) {
    this.#database = database;
    this.#runner = runner;
    this.#lastBackup = lastBackup;
  }

  /** Whether the database answers within two seconds, and takes writes. */
  isUp(): Promise<boolean> {
    const answered = this.#database.ping().then(
      () => true,
      () => false,
    );
    return withPatience(answered, false);
  }

  /** @returns null when the database does not answer within two seconds. */
  read(): Promise<DatabaseFigures | null> {
    if (performance.now() > this.#isFreshUntil) {
      this.#isFreshUntil = Number.POSITIVE_INFINITY;
      this.#latest = this.#look();
    }
    return withPatience(this.#latest, null);
  }

  async #look(): Promise<DatabaseFigures | null> {
    const began = performance.now();
    try {
      const databaseBytes = await this.#database.bytes();
      const figures = await this.#runner.read(CONTEXT, async (work) => ({
        databaseBytes,
        backlog: await readBacklog(work, work.now),
        attachmentBytes: await attachmentBytes(work),
        pausedWebhooks: (await listStoredWebhooks(work)).filter(({ paused_at }) => paused_at !== null).length,
        lastBackup: await this.#lastBackup(work),
      }));
      this.#keepFor(Math.min((performance.now() - began) / SHARE, OLDEST_MS));
      return figures;
    } catch {
      this.#keepFor(0);
      return null;
    }
  }

  #keepFor(milliseconds: number): void {
    this.#isFreshUntil = performance.now() + Math.max(milliseconds, FRESH_MS);
  }
}

const withPatience = <T>(answer: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([answer, after(PATIENCE_MS, otherwise, { ref: false })]);
