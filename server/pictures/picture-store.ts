import { Failure } from '../failure.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Replacement, StoredPicture } from './picture.ts'
import type { ReceivedPicture } from './receive-picture.ts'

/**
 * Keeps the files of pictures in step with the rows that name them (docs/rules/files.md#order-of-writes): a new file is
 * durable before the row that names it, an old one goes after the commit, never before. What a crash leaves between is
 * for the sweep.
 */
export class PictureStore {
  readonly #files: FileStore

  constructor(files: FileStore) {
    this.#files = files
  }

  /** @param use writes the row that names the picture, in a transaction of its own. */
  async keeping<T extends Replacement>(
    { bytes, type }: ReceivedPicture,
    use: (kept: StoredPicture) => Promise<T>,
  ): Promise<T> {
    const { name: filename } = await this.#files.keep(bytes)
    try {
      return await this.replacing(() => use({ filename, type }))
    } catch (error) {
      // After an accident nobody can say whether a row names it: the sweep decides.
      if (error instanceof Failure) await this.#letGo(filename)
      throw error
    }
  }

  /** The same for a change that takes a picture away. */
  async replacing<T extends Replacement>(change: () => Promise<T>): Promise<T> {
    const done = await change()
    if (done.replaced !== null) await this.#letGo(done.replaced)
    return done
  }

  /** The change is made by now. A file that cannot be removed at the moment is no reason to answer that it failed. */
  async #letGo(filename: string): Promise<void> {
    await this.#files.remove(filename).catch(() => {})
  }
}
