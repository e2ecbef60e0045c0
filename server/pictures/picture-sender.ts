import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../failure.ts'
import type { FileStore } from '../files/file-store.ts'
import { isCurrent } from '../http/preconditions.ts'
import type { StoredPicture } from './picture.ts'

/** How long a picture may be shown without asking again: always, when its address names the file; else five minutes. */
const CACHING = {
  always: 'public, max-age=31536000, immutable',
  briefly: 'public, max-age=300',
}

/** Sends pictures to anyone: an `<img>` sends no token. */
export class PictureSender {
  readonly #files: FileStore
  readonly #shownBy: string

  /** @param elsewhere whether pages of another origin may show them. It is the only answer of ours that they may. */
  constructor(files: FileStore, elsewhere: boolean) {
    this.#files = files
    this.#shownBy = elsewhere ? 'cross-origin' : 'same-origin'
  }

  /** @throws Failure `file_not_found` when the file has gone, after which nothing is to be kept. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { filename, type }: StoredPicture,
    keep: keyof typeof CACHING,
  ): Promise<FastifyReply> {
    const etag = `"${filename}"`
    const held = isCurrent(request.headers['if-none-match'], etag)
    const file = held ? undefined : await this.#files.open(filename)
    if (file === null) throw new Failure('file_not_found')
    reply.headers({
      'cache-control': CACHING[keep],
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': this.#shownBy,
      etag,
    })
    if (file === undefined) return reply.code(304).send()
    return reply.headers({ 'content-type': type, 'content-length': file.size }).send(file.stream)
  }
}
