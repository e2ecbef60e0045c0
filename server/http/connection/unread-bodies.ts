import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../../clock.ts';

/** How much of a body Kwit reads after it has answered, in bytes and in milliseconds. */
const DROPPED_BYTES = 32 * 1024 * 1024;
const DROPPED_MS = 5 * SECOND;

/**
 * Answers a request before its body has come, and then reads and drops the rest for a moment: a connection that closes
 * with unread bytes takes the answer with it (docs/rules/service.md#refused-bodies).
 */
export function dropUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.complete && hasBody(request)) lingerAfter(request.raw, reply);
    done(null, payload);
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function lingerAfter(body: IncomingMessage, reply: FastifyReply): void {
  const { socket } = body;
  // Node closes a connection with its last answer at once, and so does Fastify after a body that it does not take.
  reply.removeHeader('connection');
  const isLast = !reply.raw.shouldKeepAlive;
  reply.raw.shouldKeepAlive = true;
  let dropped = 0;
  body.unpipe();
  body.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > DROPPED_BYTES) socket.destroy();
  });
  body.resume();
  reply.raw.once('finish', () => {
    if (isLast) socket.end();
    if (body.complete && !isLast) return;
    const timer = setTimeout(() => socket.destroy(), DROPPED_MS);
    const stop = () => {
      clearTimeout(timer);
      socket.off('close', stop);
      body.off('end', stop);
    };
    socket.once('close', stop);
    if (!isLast) body.once('end', stop);
  });
}
