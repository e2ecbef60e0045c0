import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  addressWithin,
  type Bucket,
  digestOf,
  type FileStore,
  type Instant,
  isSame,
  S3FileStore,
  S3Prefix,
} from '#platform';
import {
  BACKUP_PLACE,
  type BackupManifest,
  type BackupPlace,
  type FileLine,
  isBackupName,
  type ListedBackup,
  linesOfText,
  manifestFrom,
} from './manifest.ts';
import { NewBackup } from './new-backup.ts';

/** With what the name of a backup begins for the next thousand years, and no other name here does. */
export const MILLENNIUM = '2';

/**
 * Backups in a bucket, under the names that they have in a folder. The copy of the database is made and checked in the folder for
 * temporary files, then sent and read again. The manifest comes last: what has none is no backup.
 */
export class BackupBucket implements BackupPlace {
  readonly path: string;
  readonly files: FileStore;
  readonly needsTurns = true;
  readonly #at: S3Prefix;
  readonly #room: string;

  private constructor(path: string, bucket: Bucket, room: string) {
    this.path = path;
    this.files = filesOf(bucket);
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
    const found: ListedBackup[] = [];
    for (const name of [...(await this.#objects()).keys()].toSorted()) {
      const manifest = await this.#textOf(name, BACKUP_PLACE.manifest)
        .then((written) => manifestFrom(written, `${name}/${BACKUP_PLACE.manifest}`))
        .catch(() => null);
      found.push({ name, manifest });
    }
    return found;
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

  /** The places of each backup, by its name. */
  async #objects(): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    for await (const object of this.#at.names(MILLENNIUM)) {
      const [name = '', ...places] = object.name.split('/');
      if (isBackupName(name)) found.set(name, [...(found.get(name) ?? []), places.join('/')]);
    }
    return found;
  }

  async #textOf(name: string, place: string): Promise<string> {
    const file = await this.#at.open(`${name}/${place}`);
    if (file === null) throw new Error(`${addressWithin(this.path, name)} has no ${place}.`);
    return text(file.stream);
  }
}

/** The files of people, of all backups in a bucket. */
export const filesOf = (bucket: Bucket): FileStore =>
  new S3FileStore({ ...bucket, prefix: [bucket.prefix, 'files'].filter(Boolean).join('/') });
