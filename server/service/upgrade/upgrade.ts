import { recordTeamEvent } from '#events';
import {
  type Actor,
  type Config,
  type ConfiguredCommand,
  type ConfiguredParts,
  type Connection,
  compareVersions,
  copyBefore,
  type Database,
  type ExitCode,
  holdFolder,
  instant,
  itemsBetween,
  type MigrationRun,
  missingMigrations,
  newId,
  openAsItIs,
  plannedMigrations,
  putBack,
  readTyped,
  StartRefused,
  schemaStranger,
  undoneItems,
  upgradingItems,
  upgradingLine,
  VERSION_BEFORE_RECORDS,
  type Work,
  writtenSince,
} from '#platform';
import { TABLES } from '#records';
import { UpgradeStore } from './upgrade-store.ts';

/** The change of the schema that made the record of versions. */
const RECORD = '0053-upgrades';

const namesOf = (rows: readonly { readonly name: string }[]): string[] => rows.map(({ name }) => name);

/** The changes of the schema that a database has; none where it is empty. */
export const migrationsIn = (database: Database): Promise<readonly string[]> =>
  database
    .read((connection) => connection.rows<{ name: string }>({ sql: 'select name from migrations', parameters: [] }))
    .then(namesOf, () => []);

/** With which version a database was written last; null for an empty one, and one on which no service has started yet. */
export async function versionOf(database: Database): Promise<string | null> {
  const names = await migrationsIn(database);
  if (names.length === 0) return null;
  if (!names.includes(RECORD)) return VERSION_BEFORE_RECORDS;
  const newest = await database.read((connection) => new UpgradeStore(connection).newest());
  return newest?.version ?? null;
}

/** What is done around the changes of the schema when a version is started for the first time. */
export interface Upgrading {
  beforeMigrating(database: Database): Promise<void>;
  whileMigrating(connection: Connection, runs: readonly MigrationRun[], now: number): Promise<void>;
}

/**
 * The first start of a new version over an older database (docs/operating/upgrade.md): it says what to mind, refuses where something
 * must be done before, copies a SQLite database, and notes the version in the transaction of the changes.
 */
export function upgradingTo(
  version: string,
  { dataDir, databaseUrl, setVariables }: Pick<Config, 'dataDir' | 'databaseUrl' | 'setVariables'>,
  say: (text: string) => void,
): Upgrading {
  let copy: string | null = null;
  return {
    async beforeMigrating(database) {
      const previous = await versionOf(database);
      if (previous === null || compareVersions(version, previous) <= 0) return;
      const items = itemsBetween(upgradingItems(), previous, version);
      const undone = undoneItems(items, setVariables);
      if (undone.length > 0)
        throw new StartRefused(
          `Before Kwit ${version} starts over the data of ${previous}:\n${undone.map(upgradingLine).join('\n')}\nNothing was changed.`,
        );
      if (items.length > 0) say(`From Kwit ${previous} to ${version}:\n${items.map(upgradingLine).join('\n')}`);
      if (databaseUrl === null) copy = copyBefore(dataDir, version, say);
    },
    async whileMigrating(connection, runs, now) {
      const store = new UpgradeStore(connection);
      const newest = await store.newest();
      // An older version that knows the schema of a newer one is no upgrade.
      if (newest !== null && compareVersions(version, newest.version) <= 0) return;
      const names = namesOf(runs);
      // The record itself comes with these changes, over what was there before.
      const isRecordNew = names.includes(RECORD) && !names.some((name) => name.endsWith('-baseline'));
      const previous = newest?.version ?? (isRecordNew ? VERSION_BEFORE_RECORDS : null);
      const upgraded_at = instant(now);
      await store.add({ id: newId(), version, previous_version: previous, upgraded_at, migrations: names, copy });
    },
  };
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
  const read = readTyped(args, {});
  const [verb, ...rest] = read?.positionals ?? [];
  if (rest.length > 0) return null;
  if (verb === 'check') return checkUpgrade;
  return verb === 'undo' ? undoUpgrade : null;
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
    say(
      [
        `The database is of Kwit ${previous ?? '(none: it is empty)'}, and this is Kwit ${version}.`,
        ...items.map(upgradingLine),
        ...(missing.length === 0 ? ['Its schema is up to date: no change would run.'] : []),
        ...(await planned(database, names)),
        ...undone.map(({ text }) => `Not done yet, so the start would be refused: ${text}`),
      ].join('\n'),
    );
    return undone.length > 0 ? 1 : 0;
  } finally {
    await database.close();
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

/** Rows of people, and what they do; what Kwit works out, or notes for itself alone, is nobody's loss. */
const COUNTED = TABLES.filter(
  ({ name, imported, backedUp }) =>
    imported !== 'worked out' && backedUp === 'as it is' && name !== 'upgrades' && name !== 'event_deliveries',
);

/** `kwit upgrade undo`: the copy from before takes the place of the database, unless something was written since. */
async function undoUpgrade({ config, say }: ConfiguredParts): Promise<ExitCode> {
  const { dataDir, databaseUrl } = config;
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
    if (!(await migrationsIn(database)).includes('0053-upgrades')) return null;
    return await database.read((connection) => new UpgradeStore(connection).newest());
  } finally {
    await database.close();
  }
}
