import { statfsSync } from 'node:fs';
import { Gauge, type Registry } from 'prom-client';
import {
  type Actor,
  type Database,
  type Instant,
  type Operation,
  type Runner,
  SECOND,
  type WriteTotals,
} from '#platform';
import { type DatabaseFigures, FiguresReader } from './database-figures.ts';
import { showGauge, showSamples, showTotal } from './gauge.ts';

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
  registry.registerMetric(
    new Gauge({
      name: 'kwit_database_connections',
      help: 'Connections of this process, by state.',
      labelNames: ['state'],
      registers: [],
      collect() {
        const { busy, idle } = database.load;
        this.set({ state: 'busy' }, busy);
        this.set({ state: 'idle' }, idle);
      },
    }),
  );
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
  if (database.walBytes !== null)
    showGauge(
      registry,
      'kwit_database_wal_bytes',
      'Size of the write-ahead log of SQLite.',
      () => database.walBytes ?? 0,
    );
  const sample = (name: string, help: string, value: (found: DatabaseFigures) => number) =>
    showSamples(registry, { name, help }, async () => {
      const found = await figures.read();
      return found === null ? [] : [{ value: value(found) }];
    });
  sample('kwit_database_bytes', 'Size of the database.', ({ databaseBytes }) => databaseBytes);
  sample('kwit_attachments_bytes', 'Size of all attachments.', ({ attachmentBytes }) => attachmentBytes);
}

function showBackups(registry: Registry, figures: FiguresReader, { clock }: Runner): void {
  const about = {
    name: 'kwit_backup_age_seconds',
    help: 'How old the newest whole backup is; nothing when there is none.',
  };
  showSamples(registry, about, async () => {
    const last = (await figures.read())?.lastBackup ?? null;
    return last === null ? [] : [{ value: (clock.now() - Date.parse(last)) / SECOND }];
  });
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
