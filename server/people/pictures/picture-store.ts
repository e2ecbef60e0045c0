import { Failure, type FileStore, type Replacement, type StoredPicture } from '#platform';
import type { ReceivedPicture } from './picture-routes.ts';

/**
 * Keeps the files of pictures in step with the rows that name them (docs/rules/files.md#order-of-writes). It writes
 * a new file durably before the row that names it, and removes an old one after the commit, never before. Housekeeping
 * removes what a crash leaves.
 */
export class PictureStore {
  readonly #files: FileStore;

  constructor(files: FileStore) {
    this.#files = files;
  }

  /**
   * Stores a picture.
   *
   * @param use writes the row that names the picture, in a transaction of its own.
   */
  async keeping<T extends Replacement>(
    { bytes, type }: ReceivedPicture,
    use: (kept: StoredPicture) => Promise<T>,
  ): Promise<T> {
    const { name: filename } = await this.#files.keep(bytes);
    try {
      return await this.replacing(() => use({ filename, type }));
    } catch (error) {
      // After any other error the row may be there or not: housekeeping decides.
      if (error instanceof Failure) await this.#removeFile(filename);
      throw error;
    }
  }

  /** Makes a change that takes a picture away, then removes the picture's file. */
  async replacing<T extends Replacement>(change: () => Promise<T>): Promise<T> {
    const done = await change();
    if (done.replaced !== null) await this.#removeFile(done.replaced);
    return done;
  }

  /** The change is durable by now, so that a failure to remove the file is none for the caller. */
  async #removeFile(filename: string): Promise<void> {
    await this.#files.remove(filename).catch(() => {});
  }
}
