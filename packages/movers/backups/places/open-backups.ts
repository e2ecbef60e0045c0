import { createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, mkdtempDisposable, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  addressWithin,
  type Bucket,
  bucketAt,
  DiskFileStore,
  digestOf,
  type FileStore,
  holdFile,
  type Instant,
  isSame,
  S3FileStore,
  S3Prefix,
} from '#platform';
import {
  BACKUP_PLACE,
  type BackupManifest,
  type BackupPlace,
  BackupRefused,
  type FileLine,
  isBackupName,
  type ListedBackup,
  linesIn,
  linesOfText,
  manifestFrom,
  NewBackup,
  noBackup,
  readBackupManifest,
} from './manifest.ts';

/** With what the name of a backup begins for the next thousand years, and no other name here does. */
const MILLENNIUM = '2';

/**
 * Backups in a bucket, under the names that they have in a folder. The copy of the database is made and checked in the folder for
 * temporary files, then sent and read again. The manifest comes last: what has none is no backup.
 */
class BackupBucket implements BackupPlace {
  readonly path: string;
  readonly files: FileStore;
  readonly needsTurns = true;
  readonly #at: S3Prefix;
  readonly #room: string;

  private constructor(path: string, bucket: Bucket, room: string) {
    this.path = path;
    this.files = filesInBucket(bucket);
    this.#at = new S3Prefix(bucket);
    this.#room = room;
  }

  static async open(path: string, bucket: Bucket): Promise<BackupBucket> {
    return new BackupBucket(path, bucket, await mkdtemp(join(tmpdir(), 'kwit-backup-')));
  }

  async removeUnfinished(): Promise<string[]> {
    const unfinished: string[] = [];
    for (const [name, places] of await this.#objects())
      if (!places.includes(BACKUP_PLACE.manifest)) unfinished.push(name);
    for (const name of unfinished) await this.remove(name);
    return unfinished;
  }

  async begin(at: Instant): Promise<NewBackup> {
    return NewBackup.begin(this.#room, at, (await this.#objects()).keys());
  }

  async take(finished: string, manifest: BackupManifest): Promise<string> {
    const name = basename(finished);
    for (const [place, digest] of Object.entries(manifest.parts)) {
      if (place === BACKUP_PLACE.manifest) continue;
      await this.#at.putFile(`${name}/${place}`, join(finished, place));
      const sent = await this.#at.open(`${name}/${place}`);
      if (sent === null || !isSame(await digestOf(sent.stream), digest))
        throw new Error(`${place} is not what was sent to ${this.path}.`);
    }
    await this.#at.putFile(`${name}/${BACKUP_PLACE.manifest}`, join(finished, BACKUP_PLACE.manifest));
    await rm(finished, { recursive: true });
    return addressWithin(this.path, name);
  }

  async backups(): Promise<ListedBackup[]> {
    const backups: ListedBackup[] = [];
    for (const name of [...(await this.#objects()).keys()].toSorted()) {
      const manifest = await this.#textOf(name, BACKUP_PLACE.manifest)
        .then((written) => manifestFrom(written, `${name}/${BACKUP_PLACE.manifest}`))
        .catch(() => null);
      backups.push({ name, manifest });
    }
    return backups;
  }

  async linesOf(name: string): Promise<FileLine[]> {
    return linesOfText(await this.#textOf(name, BACKUP_PLACE.files));
  }

  /** The manifest first: what is left by a node that is stopped meanwhile is no backup any more. */
  async remove(name: string): Promise<void> {
    await this.#at.remove(`${name}/${BACKUP_PLACE.manifest}`);
    for await (const object of this.#at.names(`${name}/`)) await this.#at.remove(object.name);
  }

  async close(): Promise<void> {
    await rm(this.#room, { recursive: true, force: true });
  }

  async #objects(): Promise<Map<string, string[]>> {
    const objects = new Map<string, string[]>();
    for await (const object of this.#at.names(MILLENNIUM)) {
      const [name = '', ...places] = object.name.split('/');
      if (isBackupName(name)) objects.set(name, [...(objects.get(name) ?? []), places.join('/')]);
    }
    return objects;
  }

  async #textOf(name: string, place: string): Promise<string> {
    const file = await this.#at.open(`${name}/${place}`);
    if (file === null) throw new Error(`${addressWithin(this.path, name)} has no ${place}.`);
    return text(file.stream);
  }
}

/** The files of people, of all backups in a bucket. */
const filesInBucket = (bucket: Bucket): FileStore =>
  new S3FileStore({ ...bucket, prefix: [bucket.prefix, 'files'].filter(Boolean).join('/') });

const UNFINISHED = /\.part$/;

/**
 * A folder that grows by one backup after the other: `<time>/` for each, and the files that people sent in `files/`, which all
 * of them have together. One process at a time writes into it.
 */
class BackupFolder implements BackupPlace {
  readonly path: string;
  readonly files: FileStore;
  readonly needsTurns = false;
  readonly #release: () => void;

  private constructor(path: string, release: () => void) {
    this.path = path;
    this.files = new DiskFileStore(join(path, 'files'));
    this.#release = release;
  }

  /** Makes the folder when it is missing. @throws BackupRefused when it cannot be written to, or another backup is being made. */
  static async open(folder: string): Promise<BackupFolder> {
    const path = resolve(folder);
    let release: ReturnType<typeof holdFile>;
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
      release = holdFile(join(path, 'backup.lock'));
      await chmod(join(path, 'backup.lock'), 0o600);
    } catch (error) {
      throw new BackupRefused(`Cannot write to ${path}: ${(error as Error).message}.`);
    }
    if (release === null) throw new BackupRefused(`Another backup is being made in ${path}. Wait until it has ended.`);
    return new BackupFolder(path, release);
  }

  async removeUnfinished(): Promise<string[]> {
    const names = (await readdir(this.path)).filter(
      (name) => UNFINISHED.test(name) && isBackupName(name.replace(UNFINISHED, '')),
    );
    for (const name of names) await this.remove(name);
    return names;
  }

  async begin(at: Instant): Promise<NewBackup> {
    return NewBackup.begin(this.path, at, await readdir(this.path));
  }

  async take(finished: string): Promise<string> {
    return finished;
  }

  async backups(): Promise<ListedBackup[]> {
    const backups: ListedBackup[] = [];
    for (const name of (await readdir(this.path)).filter(isBackupName).toSorted())
      backups.push({ name, manifest: await readBackupManifest(join(this.path, name)).catch(() => null) });
    return backups;
  }

  linesOf(name: string): Promise<FileLine[]> {
    return linesIn(join(this.path, name));
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.path, name), { recursive: true });
  }

  async close(): Promise<void> {
    this.#release();
  }
}

/** Opens the place of backups to make one. @throws BackupRefused when it cannot be written to, or another one is being made in it. */
export function openBackups(place: string): Promise<BackupPlace> {
  const bucket = bucketAt(place);
  return bucket === null ? BackupFolder.open(place) : BackupBucket.open(place, bucket);
}

/** The files of people, of all backups of a place. */
export function filesOfBackups(place: string): FileStore {
  const bucket = bucketAt(place);
  return bucket === null ? new DiskFileStore(join(place, 'files')) : filesInBucket(bucket);
}

export interface ReadableBackup extends AsyncDisposable {
  /** Where its parts stand on this machine. */
  readonly folder: string;
  readonly files: FileStore;
  readonly place: string;
}

/** Opens one backup. Its parts are fetched when it stands in a bucket. @throws BackupRefused when it is none. */
export async function openBackup(address: string): Promise<ReadableBackup> {
  const bucket = bucketAt(address);
  if (bucket === null) return openBackupIn(resolve(address));
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await mkdtempDisposable(join(tmpdir(), 'kwit-backup-'))).path;
  const place = addressWithin(address, '..');
  if (!(await fetchParts(new S3Prefix(bucket), folder))) throw noBackup(address);
  const opened = opening.move();
  const files = filesInBucket(bucketAt(place) ?? bucket);
  return { folder, place, files, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Backups in one folder share their files; an archive that was unpacked has its own. */
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
export async function backupsAt(place: string): Promise<string[]> {
  const bucket = bucketAt(place);
  if (bucket === null) {
    const names = existsSync(place) ? (await readdir(place)).filter(isBackupName).toSorted() : [];
    return names.map((name) => join(place, name));
  }
  const names = new Set<string>();
  for await (const { name } of new S3Prefix(bucket).names(MILLENNIUM)) names.add(name.split('/')[0] ?? '');
  return [...names].filter(isBackupName).map((name) => addressWithin(place, name));
}
