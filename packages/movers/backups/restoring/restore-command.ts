import { createReadStream, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  CLONE_COMMAND,
  type Config,
  type ConfiguredCommand,
  type ConfiguredParts,
  digestOf,
  type ExitCode,
  isSame,
  openAsItIs,
  readTyped,
  schemaStranger,
  type Work,
} from '#platform';
import { completeRows, loadRows } from '../../imports/kwit/load-rows.ts';
import { checkRows, counted, disposable, grouped } from '../../integrity/check-database.ts';
import { readErasures } from '../../privacy/erase-person.ts';
import { tablesIn } from '../copy.ts';
import { type BackupManifest, BackupRefused, readBackupManifest } from '../places/manifest.ts';
import { openBackup, type ReadableBackup } from '../places/open-backups.ts';
import {
  changedPart,
  checkedLines,
  copyBackFiles,
  filesOf,
  type Restored,
  type RestoreRequest,
  refuseBroken,
  restoreSqlite,
  sourceOf,
} from './restore-sqlite.ts';
import { SchemaStore } from './restored-store.ts';
import { erasuresSince, RESTORING, settleRestored } from './settle-restored.ts';

/**
 * Restores a backup of PostgreSQL into a database without our tables, in one transaction; files are put into the store before
 * it, and none is removed (docs/rules/backups.md#restore).
 *
 * @throws BackupRefused when the database has tables of ours, or the backup is not what it was.
 */
async function restorePostgres(
  { config, runnerOn }: ConfiguredParts,
  manifest: BackupManifest,
  request: RestoreRequest,
): Promise<Restored> {
  await using database = disposable(await openAsItIs(config));
  const runner = await runnerOn(database);
  if (await runner.read(RESTORING, (work) => work.of(SchemaStore).isThere()))
    throw new BackupRefused(
      'The database of DATABASE_URL has tables of Kwit. Make an empty one, and restore into that.',
    );
  const { folder } = request.backup;
  await checkParts(folder, manifest);
  const files = filesOf(config);
  await copyBackFiles(await checkedLines(folder, manifest), request.backup.files, files);
  const settling = { ...request, source: sourceOf(config), erasures: erasuresSince(manifest, request.erasures) };
  const settled = await runner.write(RESTORING, async (work) => {
    await loadTables(work, folder, manifest);
    const done = await settleRestored(work, manifest, settling);
    refuseBroken(await checkRows(work));
    return done;
  });
  for (const name of settled.files) await files.remove(name);
  return { settled, before: null };
}

async function checkParts(folder: string, { parts }: BackupManifest): Promise<void> {
  for (const [place, expected] of Object.entries(parts))
    if (!isSame(await digestOf(createReadStream(join(folder, place))), expected))
      throw changedPart(join(folder, place));
}

/** Loads the rows into tables as they were then, and only then brings both up to date. */
async function loadTables(work: Work<null>, folder: string, manifest: BackupManifest): Promise<void> {
  await work.of(SchemaStore).createAsThen(manifest.migrations, work.now);
  for (const { table, rows } of tablesIn(folder, manifest)) await loadRows(work, table, rows());
  await work.of(SchemaStore).bringUpToDate(work.now);
  await completeRows(work);
}

export const RESTORE_USAGE = `  restore <backup>                 Makes a backup, of a folder or of a bucket, the data folder, after it was checked beside it, or
                                   fills an empty database of PostgreSQL. It removes nothing. Stop Kwit first.
      --data-dir <folder>          Another folder than DATA_DIR.
      --into-new                   Renames a data folder that has something.
      --sign-everyone-out          Ends every session and token.
      --resend                     Sends mails and webhooks that waited when the backup was made.`;

const OPTIONS = {
  'data-dir': { type: 'string' },
  'into-new': { type: 'boolean' },
  'sign-everyone-out': { type: 'boolean' },
  resend: { type: 'boolean' },
} as const;

/** Reads the words after `kwit restore`. @returns null when they say nothing that Kwit can do. */
export function readRestore(args: readonly string[]): ConfiguredCommand | null {
  const read = readTyped(args, OPTIONS);
  const [place = '', ...rest] = read?.positionals ?? [];
  if (read === null || place === '' || rest.length > 0) return null;
  const { values } = read;
  const choice = {
    place,
    intoNew: values['into-new'] ?? false,
    signsEveryoneOut: values['sign-everyone-out'] ?? false,
    resends: values.resend ?? false,
  };
  return (parts) => restoreAsked(parts, choice, values['data-dir'] ?? null);
}

interface Asked extends Pick<RestoreRequest, 'intoNew' | 'signsEveryoneOut' | 'resends'> {
  readonly place: string;
}

async function restoreAsked(parts: ConfiguredParts, choice: Asked, dataDir: string | null): Promise<ExitCode> {
  const config = dataDir === null ? parts.config : { ...parts.config, dataDir: resolve(dataDir) };
  await using backup = await openBackup(choice.place);
  const manifest = await restorable(backup.folder, config.databaseUrl !== null);
  if (manifest.database === null) {
    refuseFilesFor(choice, config);
    return await restoreFiles(parts, config, backup, manifest);
  }
  const erasures = await readErasures(backup.place);
  const restore = config.databaseUrl === null ? restoreSqlite : restorePostgres;
  const restored = await restore({ ...parts, config }, manifest, { ...choice, backup, erasures });
  const where = config.databaseUrl === null ? config.dataDir : 'the database of DATABASE_URL';
  parts.say(reportOf(restored, manifest, where));
  return 0;
}

/** @throws BackupRefused where somebody takes a backup of files alone for a whole one: with its options, or where there is no database. */
function refuseFilesFor({ place, intoNew, signsEveryoneOut, resends }: Asked, { databaseUrl, dataDir }: Config): void {
  const isAlone = databaseUrl === null && !existsSync(join(dataDir, 'kwit.db'));
  if (intoNew || signsEveryoneOut || resends || isAlone)
    throw new BackupRefused(
      `${place} has files alone, which come back to a Kwit that has its database. Name a backup that was made without --files-only; for the files, leave out --into-new, --sign-everyone-out and --resend.`,
    );
}

/** Brings files back that the store of this Kwit misses; nothing else is touched. */
async function restoreFiles(
  parts: ConfiguredParts,
  config: Config,
  backup: ReadableBackup,
  manifest: BackupManifest,
): Promise<ExitCode> {
  const lines = await checkedLines(backup.folder, manifest);
  const added = await copyBackFiles(lines, backup.files, filesOf(config));
  parts.say(
    `Brought back ${counted(added, 'file')}; ${grouped(lines.length - added)} of ${grouped(lines.length)} were there. Every byte was checked. \`${CLONE_COMMAND} check\` compares them with the database.`,
  );
  return 0;
}

/** @throws BackupRefused unless the backup is whole, of a schema that this Kwit knows, and of its kind of database. */
async function restorable(folder: string, isPostgres: boolean): Promise<BackupManifest> {
  const manifest = await readBackupManifest(folder);
  const { migrations, problems, database, kwit } = manifest;
  const stranger = schemaStranger(migrations);
  if (stranger !== null) throw new BackupRefused(`The backup (of Kwit ${kwit}) was made by ${stranger}`);
  if (problems.length > 0) throw new BackupRefused(`The backup is broken:\n${problems.join('\n')}`);
  if (database !== null && database !== (isPostgres ? 'postgres' : 'sqlite'))
    throw new BackupRefused(
      `The backup is of ${database}, and this Kwit is set to ${isPostgres ? 'PostgreSQL' : 'SQLite'}. Restore it where it fits, then move by \`${CLONE_COMMAND} export\` and \`${CLONE_COMMAND} import kwit\`.`,
    );
  return manifest;
}

function reportOf({ settled, before }: Restored, { made_at, tickets }: BackupManifest, where: string): string {
  const { notSent, signedOut, erased, unerased } = settled;
  return [
    `Restored ${where} as it was at ${made_at}: ${counted(tickets, 'ticket')}. Every row and every byte was checked.`,
    before === null ? '' : `What was there is ${before} now.`,
    notSent === null
      ? 'What waited to be sent then will be sent.'
      : `Nothing old is sent: ${counted(notSent, 'event')} on the way then, by mail or webhook (--resend sends them).`,
    signedOut === null
      ? 'Sessions and tokens of then are good again (--sign-everyone-out ends them).'
      : `Everybody is signed out: ${counted(signedOut, 'session and token')} ended.`,
    erased === 0 ? 'Nobody was erased since.' : `Erased again: ${counted(erased, 'person')} who had been erased since.`,
    ...unerased.map(
      (id) => `NOT erased again: ${id}, the last developer. Make another one, then run ${CLONE_COMMAND} person erase.`,
    ),
  ]
    .filter((line) => line !== '')
    .join('\n');
}
