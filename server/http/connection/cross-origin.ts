import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** What a page elsewhere may do with our answers (Fetch § 3.2). Tokens travel in a header, so no cookie is ever sent along. */
const SHARED = {
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'Last-Event-ID'],
  exposedHeaders: ['Content-Disposition', 'Content-Range', 'ETag', 'Link', 'Retry-After'],
  /** Seconds that a browser remembers the answer to a preflight. */
  maxAge: 600,
  /** An OPTIONS that is no preflight is answered as one, rather than in the library's words. */
  strictPreflight: false,
}

/**
 * Lets the pages of one other origin call; those of any other get no word of it (docs/rules/service.md#headers). It
 * stands before whatever refuses, so that the page can read the refusal too.
 */
export async function allowCrossOrigin(app: FastifyInstance, frontendOrigin: string): Promise<void> {
  await app.register(cors, {
    ...SHARED,
    origin: async (origin?: string) => origin === frontendOrigin && frontendOrigin,
  })
}
