import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** What a page of the other origin may send and read (Fetch § 3.2). Tokens travel in a header: Kwit has no cookies. */
const CORS = {
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'Last-Event-ID'],
  exposedHeaders: ['Content-Disposition', 'Content-Range', 'ETag', 'Kwit-Search', 'Kwit-Total', 'Link', 'Retry-After'],
  /** Seconds that a browser remembers the answer to a preflight. */
  maxAge: 600,
  /** The library would refuse an OPTIONS request that is no preflight in its own words: this answers it as one. */
  strictPreflight: false,
};

/**
 * Lets the pages of one other origin call, and of no more (docs/rules/service.md#headers). Register it before the hooks that
 * refuse requests, so that the page can read their refusals.
 */
export async function allowCrossOrigin(app: FastifyInstance, frontendOrigin: string): Promise<void> {
  await app.register(cors, {
    ...CORS,
    origin: async (origin?: string) => origin === frontendOrigin && frontendOrigin,
  });
}
