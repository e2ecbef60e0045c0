import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fillWaits } from '#conversation';
import { recordTeamEvent } from '#events';
import {
  type Actor,
  type Clock,
  type Config,
  type ConfiguredCommand,
  type ConfiguredParts,
  type Connection,
  compareVersions,
  contextOf,
  copyBefore,
  type Database,
  type ExitCode,
  expectSchemaAt,
  holdFolder,
  type Instant,
  instant,
  itemsBetween,
  type MigrationRun,
  type MigrationWatcher,
  migrationsIn,
  missingMigrations,
  newId,
  openAsItIs,
  openDatabase,
  plannedMigrations,
  putBack,
  readTyped,
  type SchemaChange,
  StartRefused,
  schemaRefusal,
  schemaStranger,
  systemClock,
  undoneItems,
  upgradingItems,
  upgradingLine,
  VERSION_BEFORE_RECORDS,
  VERSION_RECORD,
  versionOf,
  Work,
  writtenSince,
} from '#platform';
import { TABLES } from '#records';
import { NodeStore } from './node-store.ts';
import { refuseBesideOthers, type ServingNode, type UpgradeManner } from './nodes.ts';
import { UpgradeStore } from './upgrade-store.ts';

const namesOf = (rows: readonly { readonly name: string }[]): string[] => rows.map(({ name }) => name);

/** How an operator hears of an upgrade: words for people, with facts for the log. */
export type UpgradeReport = (words: string, facts?: object) => void;

interface UpgradeParts {
  readonly version: string;
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'setVariables'>;
  readonly report: UpgradeReport;
  /** Whether other nodes may serve meanwhile, where the changes allow it (`--while-running`). */
  readonly whileRunning?: boolean;
  /** The process that serves from now on; none for a command. */
  readonly node?: ServingNode;
}

/**
 * The first start of a new version over an older database (docs/operating/upgrade.md): it says what to mind, refuses where something
 * must be done before or another version works, copies a SQLite database, and notes the version in the transaction of the changes.
 */
export function upgradingTo({ version, config, report, whileRunning = false, node }: UpgradeParts): SchemaChange {
  let [copy, previous, clock]: [string | null, string | null, Clock] = [null, null, systemClock];
  const watcher: MigrationWatcher = {
    onBegin: (name) => report(`${name} begins`, { migration: name }),
    onEnd: ({ name, rows, ms }) => report(`${name} ended: ${rows} rows, ${ms} ms`, { migration: name, rows, ms }),
  };
  return {
    async before(database) {
      previous = await versionOf(database);
      clock = await database.sharedClock();
      const isChanged = missingMigrations(await migrationsIn(database)).length > 0;
      if (previous === null || (compareVersions(version, previous) <= 0 && !isChanged)) return;
      const items = itemsBetween(upgradingItems(), previous, version);
      const undone = undoneItems(items, config.setVariables);
      if (undone.length > 0)
        throw new StartRefused(
          `Before Kwit ${version} starts over the data of ${previous}:\n${undone.map(upgradingLine).join('\n')}\nNothing was changed.`,
        );
      if (items.length > 0) report(`From Kwit ${previous} to ${version}:\n${items.map(upgradingLine).join('\n')}`);
      if (config.databaseUrl === null) copy = copyBefore(config.dataDir, version, report);
    },
    permit: (connection, missing) =>
      refuseBesideOthers(connection, missing, { version, previous, whileRunning }, clock),
    ...watcher,
    async within(connection, runs, now) {
      await noteUpgrade(connection, runs, { version, copy, now: instant(now) });
      await fillWaits(new Work(connection, contextOf('upgrade'), instant(now)), watcher);
      if (node !== undefined) await new NodeStore(connection).add({ ...node, seen_at: instant(clock.now()) });
    },
  };
}

/** Notes to which version the database is brought. An older version that knows the schema of a newer one is no upgrade. */
async function noteUpgrade(
  connection: Connection,
  runs: readonly MigrationRun[],
  { version, copy, now }: { readonly version: string; readonly copy: string | null; readonly now: Instant },
): Promise<void> {
  const store = new UpgradeStore(connection);
  const newest = await store.newest();
  const names = namesOf(runs);
  if (newest !== null && names.length === 0 && compareVersions(version, newest.version) <= 0) return;
  // The record itself comes with these changes, over what was there before.
  const isRecordNew = names.includes(VERSION_RECORD) && !names.some((name) => name.endsWith('-baseline'));
  const previous_version = newest?.version ?? (isRecordNew ? VERSION_BEFORE_RECORDS : null);
  await store.add({ id: newId(), version, previous_version, upgraded_at: now, migrations: names, copy });
}

/** Records the newest upgrade as an event, once. */
export async function announceUpgrade(work: Work<Actor>): Promise<void> {
  const newest = await work.of(UpgradeStore).unannounced();
  if (newest === null || newest.previous_version === null) return;
  await work.lock('access');
  const { id, version, previous_version, migrations } = newest;
  const payload = { version, previous_version, migrations: [...migrations] };
  await recordTeamEvent(work, { type: 'service', id }, 'service.upgraded', payload);
}

/** Reads the words after `kwit upgrade`. @returns null when they say nothing that Kwit can do. */
export function readUpgrade(args: readonly string[]): ConfiguredCommand | null {
  const read = readTyped(args, { 'while-running': { type: 'boolean' } });
  const [verb, ...rest] = read?.positionals ?? [];
  if (read === null || rest.length > 0) return null;
  const whileRunning = read.values['while-running'] ?? false;
  if (verb === 'run') return (parts) => runUpgrade(parts, whileRunning);
  if (whileRunning) return null;
  if (verb === 'check') return checkUpgrade;
  return verb === 'undo' ? undoUpgrade : null;
}

/** `kwit upgrade run`: brings the schema to this version, as its start would, and starts nothing. */
async function runUpgrade({ config, version, clock, say }: ConfiguredParts, whileRunning: boolean): Promise<ExitCode> {
  const change = upgradingTo({ version, config, whileRunning, report: say });
  const opening = {
    isExclusive: true,
    isBrief: true,
    waitMs: config.databaseWaitMs,
    older: 'changed',
    change,
  } as const;
  const upToDate = `The schema of the database is that of Kwit ${version}: nothing is to be changed.`;
  if (await isUpToDate(config)) {
    say(upToDate);
    return 0;
  }
  try {
    await (await openDatabase(config, clock.now(), opening)).close();
  } catch (error) {
    // Another Kwit may have begun at once, and serves now.
    if (!(error instanceof StartRefused) || !(await isUpToDate(config))) throw error;
    say(upToDate);
    return 0;
  }
  say(`The database is of Kwit ${version} now.`);
  return 0;
}

/** Whether there is a database, and no change of the schema is missing. */
async function isUpToDate(config: Config): Promise<boolean> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'kwit.db'))) return false;
  const database = await openAsItIs(config);
  try {
    const names = await migrationsIn(database);
    return names.length > 0 && (await schemaRefusal(database, names)) === null;
  } finally {
    await database.close();
  }
}

async function rowsOf(database: Database, table: string): Promise<number | null> {
  const count = { sql: `select count(*) as rows from ${table}`, parameters: [] };
  const rows = await database.read((connection) => connection.rows<{ rows: number }>(count)).catch(() => []);
  return rows[0] === undefined ? null : Number(rows[0].rows);
}

/** `kwit upgrade check`: what the next start would do. It ends with 1 where that would be refused. */
async function checkUpgrade({ config, version, say }: ConfiguredParts): Promise<ExitCode> {
  const database = await openAsItIs(config);
  try {
    const [names, previous] = [await migrationsIn(database), await versionOf(database)];
    const stranger = schemaStranger(names);
    if (stranger !== null) {
      say(`The database was made by ${stranger}`);
      return 1;
    }
    const missing = missingMigrations(names);
    const items = itemsBetween(upgradingItems(), previous, version);
    const undone = undoneItems(items, config.setVariables);
    const barred = await barredBy(database, missing, { version, previous, whileRunning: false });
    say(
      [
        `The database is of Kwit ${previous ?? '(none: it is empty)'}, and this is Kwit ${version}.`,
        ...items.map(upgradingLine),
        ...(missing.length === 0 ? ['Its schema is up to date: no change would run.'] : []),
        ...(await planned(database, names)),
        ...undone.map(({ text }) => `Not done yet, so the start would be refused: ${text}`),
        ...(barred === null ? [] : [`The start would be refused now: ${barred}`]),
      ].join('\n'),
    );
    return undone.length > 0 || barred !== null ? 1 : 0;
  } finally {
    await database.close();
  }
}

/** Why the changes would be refused now; null when they would not. */
async function barredBy(database: Database, missing: readonly string[], manner: UpgradeManner): Promise<string | null> {
  if (missing.length === 0 || manner.previous === null) return null;
  const clock = await database.sharedClock();
  try {
    await database.read((connection) => refuseBesideOthers(connection, missing, manner, clock));
    return null;
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    return error.message;
  }
}

async function planned(database: Database, names: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, tables } of plannedMigrations(names, database.dialect)) {
    const held: string[] = [];
    for (const table of tables) {
      const rows = await rowsOf(database, table);
      if (rows !== null) held.push(`${table} (${rows} rows)`);
    }
    lines.push(`${name} would run${held.length === 0 ? ', and holds no table' : `, and hold ${held.join(', ')}`}.`);
  }
  return lines;
}

/** Neither a sign-in nor what Kwit notes of its own work is anybody's loss. */
const NOBODYS_LOSS = ['sessions', 'known_clients', 'upgrades', 'event_deliveries'];

/** Rows of people, and what they do. */
const COUNTED = TABLES.filter(
  ({ name, imported, backedUp }) =>
    imported !== 'worked out' && backedUp === 'as it is' && !NOBODYS_LOSS.includes(name),
);

/** `kwit upgrade undo`: the copy from before takes the place of the database, unless something was written since. */
async function undoUpgrade({ config, say }: ConfiguredParts): Promise<ExitCode> {
  const { dataDir, databaseUrl } = config;
  await expectSchemaAt(config);
  if (databaseUrl !== null) {
    say('There is a copy of SQLite only. For PostgreSQL restore a backup: docs/operating/upgrade.md.');
    return 1;
  }
  const release = holdFolder(dataDir);
  try {
    const newest = await newestUpgrade(config);
    if (newest?.copy == null) {
      say('There is no copy from before an upgrade. Restore a backup instead.');
      return 1;
    }
    const written = writtenSince(dataDir, newest.copy, COUNTED, "event_name = 'service.upgraded'");
    if (written.length > 0) {
      const lines = written.map(({ table, rows }) => `${String(rows).padStart(8)} ${table}`);
      say(`Something was written since the upgrade, and would be lost:\n${lines.join('\n')}\nNothing was changed.`);
      return 1;
    }
    putBack(dataDir, newest.copy);
    say(`The database is again as Kwit ${newest.previous_version} left it. Start that version.`);
    return 0;
  } finally {
    release();
  }
}

async function newestUpgrade(config: ConfiguredParts['config']) {
  const database = await openAsItIs(config);
  try {
    return await database.read((connection) => new UpgradeStore(connection).newest());
  } finally {
    await database.close();
  }
}
