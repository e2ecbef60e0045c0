import { existsSync, readdirSync, statSync } from 'node:fs';
import { rename, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { holdFolder, type Instant, syncFolder } from '#platform';
import { BackupRefused } from '../places/backup-refused.ts';

/** The data folder that a backup is put in the place of. Nothing in it is ever removed. */
export class DataFolderTarget {
  readonly path: string;
  readonly #release: () => void;

  private constructor(path: string, release: () => void) {
    this.path = path;
    this.#release = release;
  }

  /**
   * @param mayReplace whether a folder that has something may be renamed.
   * @throws BackupRefused when it has something, or cannot be renamed. @throws StartRefused when a service runs on it.
   */
  static hold(path: string, mayReplace: boolean): DataFolderTarget {
    if (!existsSync(path)) return new DataFolderTarget(path, () => {});
    if (statSync(path).dev !== statSync(dirname(path)).dev)
      throw new BackupRefused(
        `${path} is the root of a file system, in whose place no other folder can be put. Restore into a folder in it, and set DATA_DIR to that.`,
      );
    if (readdirSync(path).length === 0) return new DataFolderTarget(path, () => {});
    if (!mayReplace)
      throw new BackupRefused(
        `${path} is not empty. Name another folder (--data-dir), or add --into-new: it is then renamed, and nothing in it is removed.`,
      );
    return new DataFolderTarget(path, holdFolder(path));
  }

  get isEmpty(): boolean {
    return !existsSync(this.path) || readdirSync(this.path).length === 0;
  }

  /**
   * Puts another folder in its place. Where that is interrupted, the next start finishes it.
   *
   * @returns what the old one is called now; null when it was empty.
   */
  async replaceBy(folder: string, now: Instant): Promise<string | null> {
    const old = this.isEmpty ? null : `${this.path}.before-restore-${now.slice(0, 19).replaceAll(':', '-')}Z`;
    if (old !== null) await rename(this.path, old);
    else if (existsSync(this.path)) await rmdir(this.path);
    await rename(folder, this.path);
    await syncFolder(dirname(this.path));
    return old;
  }

  close(): void {
    this.#release();
  }
}
