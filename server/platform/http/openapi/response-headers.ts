import type { FastifyContextConfig } from 'fastify';
import { isSchema, type JsonSchema } from './json-schema.ts';

const text = (description: string, example: string): JsonSchema => ({
  description,
  schema: { type: 'string' },
  example,
});

/** The headers of answers that programs read, as components of the document. */
export const RESPONSE_HEADERS = {
  Link: text(
    'The address of the next page, as `rel="next"` (RFC 8288). The last page has none.',
    '</api/tickets?cursor=eyJ…>; rel="next"',
  ),
  ETag: text(
    'The version of what is answered. Send it back as `If-Match` with a change, or as `If-None-Match` to be told that nothing is new.',
    '"3"',
  ),
  'Kwit-Search': text(
    'Which step of a search found the answer: `exact`, `prefix`, `beginnings` or `partial`.',
    'exact',
  ),
  'Kwit-Total': {
    description: 'How many there are on all pages.',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'After how many seconds to try again, where that is known.',
    schema: { type: 'integer', minimum: 0 },
    example: 12,
  },
  'WWW-Authenticate': text('How to authenticate (RFC 6750).', 'Bearer'),
} as const satisfies Readonly<Record<string, JsonSchema>>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

const SEARCH = ['Kwit-Search'] as const;
const LINK = ['Link'] as const;
const TOTAL = ['Kwit-Total'] as const;

/** The headers that the answers of an operation have, by status. */
export function headersOf(config: FastifyContextConfig, query: unknown): Readonly<Record<string, ResponseHeader[]>> {
  const tag: ResponseHeader[] = config.cacheable || config.answersVersion ? ['ETag'] : [];
  const hasPages = isSchema(query) && isSchema(query.properties) && 'cursor' in query.properties;
  const searches = isSchema(query) && isSchema(query.properties) && 'q' in query.properties;
  const found: ResponseHeader[] = [
    ...tag,
    ...(searches ? SEARCH : []),
    ...(hasPages ? LINK : []),
    ...(config.answersTotal ? TOTAL : []),
  ];
  return { 200: found, 201: found, ...(config.cacheable ? { 304: tag } : {}) };
}
