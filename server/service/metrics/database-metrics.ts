import { statfsSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { attachmentBytes } from '#conversation';
import { listStoredWebhooks } from '#delivery';
import { type Backlog, readBacklog } from '#events';
import { type MailInLoad, readMailInFigures } from '#mail-in';
import {
  type Actor,
  type Database,
  type Instant,
  type Operation,
  type RequestContext,
  type Runner,
  SECOND,
  type WriteTotals,
} from '#platform';
import { showGauge, showSamples, showTotal } from './gauge.ts';

/** The figures of a scrape that come from the database. */
export interface DatabaseFigures {
  readonly backlog: readonly Backlog[];
  readonly databaseBytes: number;
  readonly attachmentBytes: number;
  readonly pausedWebhooks: number;
  /** The moment of the newest whole backup; null when there is none. */
  readonly lastBackup: Instant | null;
  /** null while mail in is off. */
  readonly mailIn: MailInLoad | null;
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
        mailIn: await readMailInFigures(work),
      }));
      this.#keepFor(Math.min((performance.now() - began) / SHARE, OLDEST_MS));
      return figures;
    } catch {
      this.#keepFor(0);
      return null;
    }
  }

  /** Registers a gauge of what the database contains. It has no value where `value` finds none, or the database does not answer. */
  show(registry: Registry, name: string, help: string, value: (figures: DatabaseFigures) => number | null): void {
    showSamples(registry, { name, help }, async () => {
      const figures = await this.read();
      const shown = figures && value(figures);
      return shown === null ? [] : [{ value: shown }];
    });
  }

  #keepFor(milliseconds: number): void {
    this.#isFreshUntil = performance.now() + Math.max(milliseconds, FRESH_MS);
  }
}

const withPatience = <T>(answer: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([answer, after(PATIENCE_MS, otherwise, { ref: false })]);

export interface DatabaseParts {
  readonly database: Database;
  readonly runner: Runner;
  /** Reads of which moment the newest whole backup is; null when there is none. */
  readonly lastBackup: Operation<Instant | null, Actor>;
  readonly config: { readonly dataDir: string };
}

/**
 * Registers whether the database answers, how busy and how large it is, and the room on the disk of the data folder.
 *
 * @returns where other metrics read figures of what the database contains.
 */
export function showDatabase(
  registry: Registry,
  { database, runner, lastBackup, config }: DatabaseParts,
): FiguresReader {
  const figures = new FiguresReader(database, runner, lastBackup);
  showLoad(registry, database);
  showWrites(registry, database);
  showSizes(registry, database, figures);
  showBackups(registry, figures, runner);
  showDisk(registry, config.dataDir);
  return figures;
}

function showLoad(registry: Registry, database: Database): void {
  showGauge(
    registry,
    'kwit_database_waiting',
    'Work that waits for its turn: writes for a commit on SQLite, all of it for a connection on PostgreSQL.',
    () => database.load.waiting,
  );
  const about = { name: 'kwit_database_connections', help: 'Connections of this process, by state.' };
  showSamples(registry, { ...about, labelNames: ['state'] }, async () => [
    { labels: { state: 'busy' }, value: database.load.busy },
    { labels: { state: 'idle' }, value: database.load.idle },
  ]);
}

function showWrites(registry: Registry, database: Database): void {
  const total = (name: string, help: string, read: (totals: WriteTotals) => number) =>
    showTotal(registry, name, help, () => read(database.load));
  total('kwit_database_writes_total', 'Writes that have ended.', ({ writes }) => writes);
  total(
    'kwit_database_write_wait_seconds_total',
    'How long writes waited for their turn, all together.',
    ({ writeWaitSeconds }) => writeWaitSeconds,
  );
  total(
    'kwit_database_write_seconds_total',
    'How long writes took with that wait and their commit, all together.',
    ({ writeSeconds }) => writeSeconds,
  );
}

function showSizes(registry: Registry, database: Database, figures: FiguresReader): void {
  const up = { name: 'kwit_database_up', help: 'Whether the database answers within 2 s and takes writes: 1 or 0.' };
  showSamples(registry, up, async () => [{ value: (await figures.isUp()) ? 1 : 0 }]);
  const wal = 'Size of the write-ahead log of SQLite.';
  if (database.walBytes !== null) showGauge(registry, 'kwit_database_wal_bytes', wal, () => database.walBytes ?? 0);
  figures.show(registry, 'kwit_database_bytes', 'Size of the database.', ({ databaseBytes }) => databaseBytes);
  figures.show(registry, 'kwit_attachments_bytes', 'Size of all attachments.', ({ attachmentBytes: bytes }) => bytes);
}

function showBackups(registry: Registry, figures: FiguresReader, { clock }: Runner): void {
  const help = 'How old the newest whole backup is; nothing when there is none.';
  figures.show(registry, 'kwit_backup_age_seconds', help, ({ lastBackup: last }) =>
    last === null ? null : (clock.now() - Date.parse(last)) / SECOND,
  );
}

function showDisk(registry: Registry, dataDir: string): void {
  const gauge = (name: string, help: string, blocks: 'blocks' | 'bavail') =>
    showGauge(registry, name, help, () => {
      const disk = statfsSync(dataDir);
      return disk[blocks] * disk.bsize;
    });
  gauge('kwit_disk_bytes', 'Size of the disk that has the data folder.', 'blocks');
  gauge('kwit_disk_free_bytes', 'What of it is free for Kwit.', 'bavail');
}
