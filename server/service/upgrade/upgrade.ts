import { recordTeamEvent } from '#events';
import {
  type Actor,
  type Config,
  type Connection,
  compareVersions,
  copyBefore,
  type Database,
  instant,
  itemsBetween,
  type MigrationRun,
  newId,
  StartRefused,
  undoneItems,
  upgradingItems,
  upgradingLine,
  VERSION_BEFORE_RECORDS,
  type Work,
} from '#platform';
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
