import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure, type FileStore, isCurrent, type Replacement, type StoredPicture } from '#platform';
import { SANDBOX_POLICY } from '#platform/serving';
import type { ReceivedPicture } from './picture-routes.ts';

/** How long a client may keep a picture: a year when its address names the file, else five minutes. */
const CACHING = {
  always: 'public, max-age=31536000, immutable',
  briefly: 'public, max-age=300',
  asking: 'private, no-cache',
};

export interface ShownPicture extends StoredPicture {
  /** Not for anyone: a client asks each time, with its token. */
  readonly isPrivate?: boolean;
}

/** Sends pictures, those that are not private to anyone, because an `<img>` sends no token. */
export class PictureSender {
  readonly #files: FileStore;
  readonly #resourcePolicy: string;

  /** @param crossOrigin whether pages of another origin may show them. They may show no other answer of Kwit's. */
  constructor(files: FileStore, crossOrigin: boolean) {
    this.#files = files;
    this.#resourcePolicy = crossOrigin ? 'cross-origin' : 'same-origin';
  }

  /** @throws Failure `file_not_found` when the file is gone. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { filename, type, isPrivate = false }: ShownPicture,
    keep: 'always' | 'briefly',
  ): Promise<FastifyReply> {
    const etag = `"${filename}"`;
    const isCached = isCurrent(request.headers['if-none-match'], etag);
    const file = isCached ? undefined : await this.#files.open(filename);
    if (file === null) throw new Failure('file_not_found');
    reply.headers({
      'cache-control': CACHING[isPrivate ? 'asking' : keep],
      ...(isPrivate ? { vary: 'Authorization' } : {}),
      'content-security-policy': SANDBOX_POLICY,
      'cross-origin-resource-policy': this.#resourcePolicy,
      etag,
    });
    if (file === undefined) return reply.code(304).send();
    return reply.headers({ 'content-type': type, 'content-length': file.size }).send(file.stream);
  }
}

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
    use: (stored: StoredPicture) => Promise<T>,
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
