import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure, type FileStore, isCurrent, SANDBOX_POLICY, type StoredPicture } from '#platform';

/** How long a client may keep a picture: a year when its address names the file, else five minutes. */
const CACHING = {
  always: 'public, max-age=31536000, immutable',
  briefly: 'public, max-age=300',
};

/** Sends pictures to anyone, because an `<img>` sends no token. */
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
    { filename, type }: StoredPicture,
    keep: keyof typeof CACHING,
  ): Promise<FastifyReply> {
    const etag = `"${filename}"`;
    const isCached = isCurrent(request.headers['if-none-match'], etag);
    const file = isCached ? undefined : await this.#files.open(filename);
    if (file === null) throw new Failure('file_not_found');
    reply.headers({
      'cache-control': CACHING[keep],
      'content-security-policy': SANDBOX_POLICY,
      'cross-origin-resource-policy': this.#resourcePolicy,
      etag,
    });
    if (file === undefined) return reply.code(304).send();
    return reply.headers({ 'content-type': type, 'content-length': file.size }).send(file.stream);
  }
}
