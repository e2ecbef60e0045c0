import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** The bytes from which an answer is worth compressing. */
const LEAST = 8192

/**
 * Compresses long answers in JSON for callers who accept zstd, br or gzip: each at its cheapest, and in the thread pool,
 * so that no other request waits (docs/rules/service.md#compression). Routes that give files, tables and streams say
 * `compress: false`.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: LEAST,
    // 0: nothing is compressed in the thread that answers requests.
    syncThreshold: 0,
    encodings: ['zstd', 'br', 'gzip'],
    customTypes: /^application\/json\b/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY } },
    zlibOptions: { level: constants.Z_BEST_SPEED },
    // A compressed body could unpack to far more than the limit of bodies.
    globalDecompression: false,
  })
}
