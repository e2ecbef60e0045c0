import { hash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, lchown, mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type Config,
  type ConfiguredParts,
  type Digest,
  digestIn,
  digestOf,
  type FileStore,
  folderBehind,
  holdFolder,
  type Instant,
  instant,
  isSame,
  keepOpened,
  openAsItIs,
  openDatabase,
  openFileStore,
  RESTORED,
  type SettingsSource,
  secretsIn,
  syncFolder,
} from '#platform';
import { type Checked, checkDatabase, disposable, isWhole, linesOfChecks } from '../../integrity/check-database.ts';
import { erasuresOf, type PastErasure } from '../../privacy/erase-person.ts';
import { BACKUP_PLACE, type BackupManifest, BackupRefused, type FileLine, linesOfText } from '../places/manifest.ts';
import type { ReadableBackup } from '../places/open-backups.ts';
import { erasuresSince, RESTORING, type SettledRestore, type Settling, settleRestored } from './settle-restored.ts';

/** Copies a part of a backup, and reads the copy. @throws BackupRefused when it is not what the manifest says. */
async function copyPart(from: string, to: string, place: string, expected: Digest): Promise<void> {
  const path = join(to, place);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  {
    await using file = await open(path, 'wx', 0o600);
    const source = createReadStream(join(from, place));
    try {
      for await (const chunk of source) await file.writeFile(chunk);
    } catch (error) {
      throw new BackupRefused(`${join(from, place)} cannot be read: ${(error as Error).message}.`);
    }
    await file.sync();
  }
  if (!isSame(await digestOf(createReadStream(path)), expected)) throw changedPart(join(from, place));
}

/** The files of people that a backup has. @throws BackupRefused when they are not those of the manifest. */
export async function checkedLines(folder: string, { parts }: BackupManifest): Promise<FileLine[]> {
  const path = join(folder, BACKUP_PLACE.files);
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new BackupRefused(`${path} cannot be read: ${error.message}.`);
  });
  if (hash('sha256', text) !== parts[BACKUP_PLACE.files]?.sha256) throw changedPart(path);
  return linesOfText(text);
}

export const changedPart = (path: string) =>
  new BackupRefused(`${path} was changed: its SHA-256 is not that of the manifest.`);

/**
 * Brings the files of people into a store, those that it does not have yet. It removes none.
 *
 * @returns how many came. @throws BackupRefused when one is missing, or is not what the backup says.
 */
export async function copyBackFiles(lines: readonly FileLine[], from: FileStore, to: FileStore): Promise<number> {
  let came = 0;
  for (const line of lines) {
    const { name } = line;
    const there = await digestIn(to, name);
    if (there !== null && isSame(there, line)) continue;
    const file = await from.open(name);
    if (file === null) throw new BackupRefused(`The file ${name} is missing in the backup.`);
    if (!isSame(await keepOpened(to, file, name), line))
      throw new BackupRefused(`The file ${name} of the backup was changed: its SHA-256 is another.`);
    came += 1;
  }
  return came;
}

/** The data folder that a backup is put in the place of. Nothing in it is ever removed. */
interface Target extends Disposable {
  readonly path: string;
}

/**
 * @param dataDir may be a link: the folder behind it is replaced, and the link stays.
 * @param mayReplace whether a folder that has something may be renamed.
 * @throws BackupRefused when it has something, or cannot be renamed. @throws StartRefused when a service runs on it.
 */
function holdTarget(dataDir: string, mayReplace: boolean): Target {
  const path = folderBehind(dataDir);
  const unheld = { path, [Symbol.dispose]: () => {} };
  if (!existsSync(path)) return unheld;
  if (statSync(path).dev !== statSync(dirname(path)).dev)
    throw new BackupRefused(
      `${path} is the root of a file system, in whose place no other folder can be put. Restore into a folder in it, and set DATA_DIR to that.`,
    );
  if (readdirSync(path).length === 0) return unheld;
  if (!mayReplace)
    throw new BackupRefused(
      `${path} is not empty. Name another folder (--data-dir), or add --into-new: it is then renamed, and nothing in it is removed.`,
    );
  return { path, [Symbol.dispose]: holdFolder(path) };
}

/**
 * Puts a folder in the place of another one. Where that is interrupted, the next start finishes it.
 *
 * @returns what the old one is called now; null when it was empty.
 */
async function replaceFolder(path: string, by: string, now: Instant): Promise<string | null> {
  const isEmpty = !existsSync(path) || readdirSync(path).length === 0;
  const old = isEmpty ? null : `${path}.before-restore-${now.slice(0, 19).replaceAll(':', '-')}Z`;
  if (old !== null) await rename(path, old);
  else if (existsSync(path)) await rmdir(path);
  await rename(by, path);
  await syncFolder(dirname(path));
  return old;
}

/** Makes a folder and what is in it belong to whom the old one belongs to: whoever restores as root serves as somebody else. */
async function giveOwnersOf(path: string, folder: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync(path)) return;
  const { uid, gid, mode } = statSync(path);
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), uid, gid);
  await lchown(folder, uid, gid);
  await chmod(folder, mode & 0o777);
}

export interface RestoreRequest extends Pick<Settling, 'resends' | 'signsEveryoneOut'> {
  readonly backup: ReadableBackup;
  /** Whether a data folder that has something may be renamed. */
  readonly intoNew: boolean;
  /** Erasures that stand beside the backup. */
  readonly erasures: readonly PastErasure[];
}

export interface Restored {
  readonly settled: SettledRestore;
  /** The new name of the folder that was there; null when there was none. */
  readonly before: string | null;
}

/**
 * Restores a backup of SQLite as the data folder. Everything is copied beside it, brought up to date and checked there, and
 * only then gets its name; whatever stops it, the old folder is there or the new one (docs/rules/backups.md#restore).
 *
 * @throws BackupRefused when the backup is not what it was, or not whole. Nothing is changed then.
 */
export async function restoreSqlite(
  parts: ConfiguredParts,
  manifest: BackupManifest,
  request: RestoreRequest,
): Promise<Restored> {
  const { config, clock } = parts;
  using target = holdTarget(config.dataDir, request.intoNew);
  const staging = `${target.path}.restoring`;
  try {
    const erasures = [...request.erasures, ...(await erasuresIn(parts, target.path))];
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { recursive: true, mode: 0o700 });
    const staged = { ...config, dataDir: staging, databaseUrl: null };
    for (const [place, expected] of Object.entries(manifest.parts))
      if (place !== BACKUP_PLACE.files) await copyPart(request.backup.folder, staging, place, expected);
    await copyBackFiles(await checkedLines(request.backup.folder, manifest), request.backup.files, filesOf(staged));
    const source = sourceOf(staged);
    const settling = { ...request, source, erasures: erasuresSince(manifest, erasures) };
    const settled = await settle(parts, staged, manifest, settling);
    await checkStaged(parts, staged, source);
    const now = instant(clock.now());
    await markReady(staging, manifest, now);
    await giveOwnersOf(target.path, staging);
    return { settled, before: await replaceFolder(target.path, staging, now) };
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

/** The folder that is there may know of erasures after the last backup. */
async function erasuresIn({ config, runnerOn }: ConfiguredParts, folder: string): Promise<PastErasure[]> {
  if (!existsSync(join(folder, BACKUP_PLACE.database))) return [];
  try {
    await using database = disposable(await openAsItIs({ ...config, databaseUrl: null }));
    return await (await runnerOn(database)).read(RESTORING, erasuresOf);
  } catch {
    // A broken database may be the reason for the restore.
    return [];
  }
}

export const filesOf = ({ filesUrl, dataDir }: Config): FileStore => openFileStore(filesUrl ?? join(dataDir, 'files'));

/** With what secrets of a restored Kwit are opened. */
export function sourceOf({ dataDir, secretsKey, settings }: Config): SettingsSource {
  return { given: settings, sealingKey: secretsIn(dataDir, secretsKey)?.sealingKey ?? Buffer.alloc(32) };
}

async function settle(
  { clock, runnerOn }: ConfiguredParts,
  staged: Config,
  manifest: BackupManifest,
  settling: Settling,
): Promise<SettledRestore> {
  await using database = disposable(await openDatabase(staged, clock.now(), { isExclusive: true, isNew: true }));
  const runner = await runnerOn(database);
  const settled = await runner.write(RESTORING, (work) => settleRestored(work, manifest, settling));
  const files = filesOf(staged);
  for (const name of settled.files) await files.remove(name);
  if (settled.erased > 0) await runner.compact();
  return settled;
}

/** @throws BackupRefused */
async function checkStaged({ runnerOn }: ConfiguredParts, staged: Config, source: SettingsSource): Promise<void> {
  await using database = disposable(await openAsItIs(staged));
  const checkedWith = { files: filesOf(staged), source, isQuick: false };
  const checks = await checkDatabase(database, await runnerOn(database), checkedWith);
  // Whether its key opens what is sealed is no fault of the backup.
  refuseBroken(checks.filter(({ name }) => name !== 'secrets'));
}

/** @throws BackupRefused */
export function refuseBroken(checks: readonly Checked[]): void {
  if (!isWhole(checks)) throw new BackupRefused(`The backup is not whole:\n${linesOfChecks(checks).join('\n')}`);
}

/** From here on it only has to get its name. */
async function markReady(staging: string, { id, made_at }: BackupManifest, now: Instant): Promise<void> {
  const about = { backup: id, made_at, restored_at: now };
  await writeFile(join(staging, RESTORED), `${JSON.stringify(about)}\n`, { mode: 0o600, flush: true });
  await syncFolder(staging);
}
