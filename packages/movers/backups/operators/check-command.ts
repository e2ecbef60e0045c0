import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type Config,
  type ConfiguredCommand,
  type ConfiguredParts,
  type ExitCode,
  openAsItIs,
  openFileStore,
  readBucketAddress,
  readTyped,
  secretsIn,
} from '#platform';
import { type Checked, checkDatabase, isWhole, linesOfChecks } from '../../integrity/check-database.ts';
import { checkBackup } from '../check-backup.ts';
import { BACKUP_PLACE, BackupRefused } from '../places/manifest.ts';
import { backupsAt } from '../places/open-backups.ts';

export const CHECK_USAGE = `  check [<place>]                  Reads everything and changes nothing: a backup, a folder or bucket of them, or a data folder;
                                   without one, this Kwit. Ends with 1 when something is wrong.
      --quick                      Reads the bytes of a sample of the uploaded files.
      --json                       Writes what it found as JSON.`;

const OPTIONS = { quick: { type: 'boolean' }, json: { type: 'boolean' } } as const;

/** Reads the words after `kwit check`. @returns null when they say nothing that Kwit can do. */
export function readCheck(args: readonly string[]): ConfiguredCommand | null {
  const read = readTyped(args, OPTIONS);
  if (read === null || read.positionals.length > 1) return null;
  const [place = null] = read.positionals;
  const { quick: isQuick = false, json: isJson = false } = read.values;
  return (parts) => check(parts, { isQuick, isJson, place });
}

interface Asked {
  readonly place: string | null;
  readonly isQuick: boolean;
  readonly isJson: boolean;
}

/** What was checked, by its path. */
type Found = ReadonlyMap<string, readonly Checked[]>;

async function check(parts: ConfiguredParts, asked: Asked): Promise<ExitCode> {
  const found = await checkPlace(parts, asked);
  const ok = [...found.values()].every(isWhole);
  if (asked.isJson) parts.say(JSON.stringify({ ok, checked: Object.fromEntries(found) }, null, 2));
  else
    parts.say(
      [...[...found].flatMap(([path, checks]) => [path, ...linesOfChecks(checks)]), ENDS[ok ? 'well' : 'ill']].join(
        '\n',
      ),
    );
  return ok ? 0 : 1;
}

const ENDS = { well: 'Everything is in order.', ill: 'Not everything is in order: see NOT WHOLE above.' };

async function checkPlace(parts: ConfiguredParts, { place, isQuick }: Asked): Promise<Found> {
  const { config, runnerOn } = parts;
  if (place === null) return new Map([[nameOf(config), await checkKwit(parts, config, isQuick)]]);
  const isInBucket = readBucketAddress(place) !== null;
  const folder = isInBucket ? place : resolve(place);
  const backups = await backupsAt(folder);
  if (backups.length > 0) {
    const found = new Map<string, readonly Checked[]>();
    for (const backup of backups) found.set(backup, await checkOneOf(backup, parts));
    return found;
  }
  if (isInBucket || existsSync(join(folder, BACKUP_PLACE.manifest)))
    return new Map([[folder, await checkBackup(folder, runnerOn)]]);
  if (!existsSync(join(folder, BACKUP_PLACE.database)))
    throw new BackupRefused(`${folder} is no backup, no folder of backups, and no data folder.`);
  const own = { ...config, dataDir: folder, databaseUrl: null, filesUrl: null, secretsKey: null };
  return new Map([[folder, await checkKwit(parts, own, isQuick)]]);
}

/** One whose manifest is damaged does not keep the others from being checked. */
async function checkOneOf(folder: string, { runnerOn }: ConfiguredParts): Promise<readonly Checked[]> {
  try {
    return await checkBackup(folder, runnerOn);
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    return [{ name: 'backup', text: 'its manifest', problems: [error.message] }];
  }
}

const nameOf = ({ dataDir, databaseUrl }: Config): string =>
  databaseUrl === null ? dataDir : `PostgreSQL at ${URL.parse(databaseUrl)?.host ?? 'DATABASE_URL'}`;

async function checkKwit({ runnerOn }: ConfiguredParts, config: Config, isQuick: boolean): Promise<readonly Checked[]> {
  const { dataDir, databaseUrl, filesUrl, secretsKey, settings } = config;
  if (databaseUrl === null && !existsSync(join(dataDir, BACKUP_PLACE.database)))
    throw new BackupRefused(`${dataDir} has no ${BACKUP_PLACE.database}: there is nothing to check.`);
  const database = await openAsItIs(config);
  try {
    const sealingKey = secretsIn(dataDir, secretsKey)?.sealingKey;
    const source = sealingKey ? { given: settings, sealingKey } : null;
    const files = openFileStore(filesUrl ?? join(dataDir, 'files'));
    return await checkDatabase(database, await runnerOn(database), { files, source, isQuick });
  } finally {
    await database.close();
  }
}
