import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** The rights of a page of the other origin (Fetch § 3.2). Tokens travel in a header: the one cookie is for its own way to the provider and back. */
const CORS = {
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'Last-Event-ID'],
  exposedHeaders: [
    'Content-Disposition',
    'Content-Range',
    'ETag',
    'Kwit-Act',
    'Kwit-Search',
    'Kwit-Total',
    'Link',
    'Retry-After',
  ],
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

/** For answers of the API: no cache keeps them, no page frames them, nothing in them runs (docs/rules/service.md#headers). */
export const INTERFACE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** For files and pictures that people sent: as for answers of the API, and their origin is none. */
export const SANDBOX_POLICY = `${INTERFACE_HEADERS['content-security-policy']}; sandbox`;

/** For a year, browsers open Kwit by https alone. It says nothing of other hosts below Kwit's: those are not its own. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** The policy of the pages that Kwit serves: their own scripts and styles, no inline script, nothing from elsewhere. */
export const PAGE_POLICY =
  "default-src 'self'; script-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * Gives every answer the strict headers. The routes of pages and files loosen those that they need.
 *
 * @param isSecure whether people open Kwit by https.
 */
export function securityHeaders(app: FastifyInstance, isSecure: () => boolean): void {
  // Without a promise: every request passes here.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(INTERFACE_HEADERS);
    if (isSecure()) reply.header('strict-transport-security', STRICT_TRANSPORT);
    done();
  });
}
