import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The bytes from which an answer is worth compressing. */
const LEAST = 8192;

type Compress = (body: Buffer, done: (error: Error | null, smaller: Buffer) => void) => void;

/** Each at its cheapest. An encoder that is told the body's length makes room for that, and not for the longest there could be. */
const ENCODINGS: Readonly<Record<string, Compress>> = {
  zstd: (body, done) =>
    zstdCompress(body, { pledgedSrcSize: body.length, params: { [constants.ZSTD_c_compressionLevel]: 1 } }, done),
  br: (body, done) => {
    const { BROTLI_PARAM_QUALITY: quality, BROTLI_MIN_QUALITY: least, BROTLI_PARAM_SIZE_HINT: size } = constants;
    brotliCompress(body, { params: { [quality]: least, [size]: body.length } }, done);
  },
  gzip: (body, done) => gzip(body, { level: constants.Z_BEST_SPEED }, done),
};
const NAMES = Object.keys(ENCODINGS);

/** A client that takes anything gets what everybody can read. */
const encodingFor = (accepted: string | undefined): string | null =>
  accepted === undefined ? null : negotiate(accepted.toLowerCase().replaceAll(/\*|x-gzip/g, 'gzip'), NAMES);

const isLongJson = (reply: FastifyReply, body: unknown): body is string | Buffer =>
  (typeof body === 'string' || Buffer.isBuffer(body)) &&
  Buffer.byteLength(body) >= LEAST &&
  String(reply.getHeader('content-type')).startsWith('application/json');

function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
}

/**
 * Compresses long answers in JSON for callers who accept zstd, br or gzip: each at its cheapest, and in the thread pool,
 * so that no other request waits (docs/rules/service.md#compression). Operations that give files, tables and streams are
 * left alone. Register it after what reads the answer's body.
 */
export function compressAnswers(app: FastifyInstance): void {
  // Without a promise: every request passes here.
  app.addHook('onSend', ({ headers, routeOptions }, reply, body, done) => {
    if (routeOptions.config.isFile === true || !isLongJson(reply, body)) return done(null, body);
    const encoding = encodingFor(headers['accept-encoding']);
    const compress = encoding === null ? undefined : ENCODINGS[encoding];
    if (compress === undefined) return done(null, body);
    addVary(reply);
    reply.header('content-encoding', encoding);
    compress(typeof body === 'string' ? Buffer.from(body) : body, done);
  });
}
