import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { addressWithin, bucketAt, DiskFileStore, type FileStore, S3Prefix } from '#platform';
import { BackupBucket, filesOf, MILLENNIUM } from './backup-bucket.ts';
import { BackupFolder } from './backup-folder.ts';
import { BACKUP_PLACE, type BackupPlace, isBackupName, noBackup, readBackupManifest } from './manifest.ts';

/** Opens the place of backups to make one. @throws BackupRefused when it cannot be written to, or another one is being made in it. */
export function openBackups(place: string): Promise<BackupPlace> {
  const bucket = bucketAt(place);
  return bucket === null ? BackupFolder.open(place) : BackupBucket.open(place, bucket);
}

/** The files of people, of all backups of a place. */
export function filesOfBackups(place: string): FileStore {
  const bucket = bucketAt(place);
  return bucket === null ? new DiskFileStore(join(place, 'files')) : filesOf(bucket);
}

/** A backup that can be read. */
export interface ReadableBackup extends AsyncDisposable {
  /** Where its parts stand on this machine. */
  readonly folder: string;
  /** The files of people. */
  readonly files: FileStore;
  /** The place of all backups. */
  readonly place: string;
}

/** Opens one backup. Its parts are fetched when it stands in a bucket. @throws BackupRefused when it is none. */
export async function openBackup(given: string): Promise<ReadableBackup> {
  const bucket = bucketAt(given);
  if (bucket === null) return openBackupIn(resolve(given));
  const folder = await mkdtemp(join(tmpdir(), 'kwit-backup-'));
  const disposing = () => rm(folder, { recursive: true, force: true });
  try {
    const place = addressWithin(given, '..');
    if (!(await fetchParts(new S3Prefix(bucket), folder))) throw noBackup(given);
    return { folder, place, files: filesOf(bucketAt(place) ?? bucket), [Symbol.asyncDispose]: disposing };
  } catch (error) {
    await disposing();
    throw error;
  }
}

/** Those of one folder have their files together; an archive that was unpacked has its own. */
function openBackupIn(folder: string): ReadableBackup {
  if (!existsSync(join(folder, BACKUP_PLACE.manifest))) throw noBackup(folder);
  const own = join(folder, 'files');
  const place = dirname(folder);
  const files = new DiskFileStore(existsSync(own) ? own : join(place, 'files'));
  return { folder, place, files, [Symbol.asyncDispose]: async () => {} };
}

async function fetchParts(from: S3Prefix, folder: string): Promise<boolean> {
  const fetched = async (place: string): Promise<boolean> => {
    const part = await from.open(place);
    if (part === null) return false;
    const path = join(folder, place);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(part.stream, createWriteStream(path, { mode: 0o600 }));
    return true;
  };
  if (!(await fetched(BACKUP_PLACE.manifest))) return false;
  const { parts } = await readBackupManifest(folder);
  for (const place of Object.keys(parts)) await fetched(place);
  return true;
}

/** The backups at a place, oldest first; none when it is one itself, or none at all. */
export async function backupsAt(given: string): Promise<string[]> {
  const bucket = bucketAt(given);
  if (bucket === null) {
    const names = existsSync(given) ? (await readdir(given)).filter(isBackupName).toSorted() : [];
    return names.map((name) => join(given, name));
  }
  const names = new Set<string>();
  for await (const { name } of new S3Prefix(bucket).names(MILLENNIUM)) names.add(name.split('/')[0] ?? '');
  return [...names].filter(isBackupName).map((name) => addressWithin(given, name));
}
