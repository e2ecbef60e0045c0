import { createReadStream, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type Config,
  type ConfiguredCommand,
  type ConfiguredParts,
  contextOf,
  digestIn,
  digestOf,
  type ExitCode,
  type FileStore,
  isSame,
  missingMigrations,
  openAsItIs,
  openFileStore,
  ReadOnlySqlite,
  readBucketAddress,
  readTyped,
  schemaStranger,
  secretsIn,
} from '#platform';
import {
  type Checked,
  checkDatabase,
  checkFile,
  checkRows,
  checkSecrets,
  disposable,
  grouped,
  isWhole,
  linesOfChecks,
  namedFilesOf,
  sizeOf,
} from '../../integrity/check-database.ts';
import { checkBackupRows } from '../copy.ts';
import {
  BACKUP_PLACE,
  type BackupManifest,
  BackupRefused,
  type FileLine,
  linesIn,
  readBackupManifest,
} from '../places/manifest.ts';
import { backupsAt, openBackup } from '../places/open-backups.ts';

const CONTEXT = contextOf('check');

/** Checks a backup, and changes nothing: every byte against its manifest, then the database as `checkDatabase` does. */
async function checkBackup(place: string, runnerOn: ConfiguredParts['runnerOn']): Promise<Checked[]> {
  await using opened = await openBackup(place);
  const { folder } = opened;
  const manifest = await readBackupManifest(folder);
  const { made_at, kwit, database_of: of, problems } = manifest;
  const parts = await checkParts(folder, manifest);
  const lines = parts.problems.length === 0 ? await linesIn(folder) : [];
  const files = await checkLines(lines, opened.files);
  const about: Checked = {
    name: 'backup',
    text: `of ${made_at}, by Kwit ${kwit}${of ? `, of a database of Kwit ${of}` : ''}`,
    problems,
  };
  if (parts.problems.length > 0 || manifest.database === null) return [about, parts, files];
  if (manifest.database === 'postgres') return [about, parts, files, await checkBackupRows(folder, manifest)];
  return [about, parts, files, ...(await checkInside(folder, manifest, lines, runnerOn))];
}

async function checkParts(folder: string, { parts }: BackupManifest): Promise<Checked> {
  const problems: string[] = [];
  let bytes = 0;
  for (const [place, expected] of Object.entries(parts)) {
    const path = join(folder, place);
    const digest = existsSync(path) ? await digestOf(createReadStream(path)) : null;
    if (digest === null) problems.push(`${place} is missing`);
    else if (!isSame(digest, expected)) problems.push(`${place} was changed: its SHA-256 is another`);
    bytes += digest?.size ?? 0;
  }
  return { name: 'parts', text: `${Object.keys(parts).length} parts, ${sizeOf(bytes)}`, problems };
}

async function checkLines(lines: readonly FileLine[], files: FileStore): Promise<Checked> {
  const problems: string[] = [];
  for (const line of lines) {
    const digest = await digestIn(files, line.name);
    if (digest === null) problems.push(`the file ${line.name} is gone`);
    else if (!isSame(digest, line)) problems.push(`the file ${line.name} was changed: its SHA-256 is another`);
  }
  const right = `${grouped(lines.length - problems.length)} of ${grouped(lines.length)}`;
  return { name: 'files', text: `${right}, every byte read`, problems };
}

async function checkInside(
  folder: string,
  { migrations, parts }: BackupManifest,
  lines: readonly FileLine[],
  runnerOn: ConfiguredParts['runnerOn'],
): Promise<Checked[]> {
  // A backup of an older Kwit is checked inside when it is restored, which brings it up to date.
  if (schemaStranger(migrations) !== null || missingMigrations(migrations).length > 0) return [];
  await using database = disposable(new ReadOnlySqlite(join(folder, BACKUP_PLACE.database)));
  const file = checkFile(database);
  if (file.problems.length > 0) return [file];
  const runner = await runnerOn(database);
  const sealingKey = parts[BACKUP_PLACE.secrets] === undefined ? null : secretsIn(folder)?.sealingKey;
  const source = sealingKey ? { given: {}, sealingKey } : null;
  const names = new Set(lines.map(({ name }) => name));
  const inside = await runner.read(CONTEXT, async (work): Promise<Checked[]> => {
    const named = await namedFilesOf(work);
    const gone = [...named.keys()].filter((name) => !names.has(name));
    const problems = gone.map((name) => `the file ${name} is not in it`);
    const files: Checked = { name: 'files', text: `${grouped(named.size)} that rows name`, problems };
    return [...(await checkRows(work)), files, await checkSecrets(work, source)];
  });
  return [file, ...inside];
}

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
  return (parts) => check(parts, place, { isQuick, isJson });
}

type Found = ReadonlyMap<string, readonly Checked[]>;

async function check(
  parts: ConfiguredParts,
  place: string | null,
  { isQuick, isJson }: { readonly isQuick: boolean; readonly isJson: boolean },
): Promise<ExitCode> {
  const checksByPlace = await checkPlace(parts, place, isQuick);
  const ok = [...checksByPlace.values()].every(isWhole);
  const lines = [...checksByPlace].flatMap(([path, checks]) => [path, ...linesOfChecks(checks)]);
  if (isJson) parts.say(JSON.stringify({ ok, checked: Object.fromEntries(checksByPlace) }, null, 2));
  else parts.say([...lines, ENDS[ok ? 'well' : 'ill']].join('\n'));
  return ok ? 0 : 1;
}

const ENDS = { well: 'Everything is in order.', ill: 'Not everything is in order: see NOT WHOLE above.' };

async function checkPlace(parts: ConfiguredParts, place: string | null, isQuick: boolean): Promise<Found> {
  const { config, runnerOn } = parts;
  if (place === null) return new Map([[nameOf(config), await checkKwit(parts, config, isQuick)]]);
  const isInBucket = readBucketAddress(place) !== null;
  const folder = isInBucket ? place : resolve(place);
  const backups = await backupsAt(folder);
  if (backups.length > 0) {
    const checks = new Map<string, readonly Checked[]>();
    for (const backup of backups) checks.set(backup, await checkOneOf(backup, parts));
    return checks;
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
  await using database = disposable(await openAsItIs(config));
  const sealingKey = secretsIn(dataDir, secretsKey)?.sealingKey;
  const source = sealingKey ? { given: settings, sealingKey } : null;
  const files = openFileStore(filesUrl ?? join(dataDir, 'files'));
  return await checkDatabase(database, await runnerOn(database), { files, source, isQuick });
}
