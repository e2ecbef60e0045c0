import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DiskFileStore, type FileStore, holdFile, type Instant } from '#platform';
import {
  type BackupPlace,
  BackupRefused,
  type FileLine,
  isBackupName,
  type ListedBackup,
  linesIn,
  readBackupManifest,
} from './manifest.ts';
import { NewBackup } from './new-backup.ts';

const UNFINISHED = /\.part$/;

/**
 * A folder that grows by one backup after the other: `<time>/` for each, and the files that people sent in `files/`, which all
 * of them have together. One process at a time writes into it.
 */
export class BackupFolder implements BackupPlace {
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
  static async open(given: string): Promise<BackupFolder> {
    const path = resolve(given);
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
    const found: ListedBackup[] = [];
    for (const name of (await readdir(this.path)).filter(isBackupName).toSorted())
      found.push({ name, manifest: await readBackupManifest(join(this.path, name)).catch(() => null) });
    return found;
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
