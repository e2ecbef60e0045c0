import type { FastifyContextConfig } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { PAYLOADS } from '#contract/events.ts';
import { Id, Instant } from '#contract/scalars.ts';
import { EVENT_NAMES, type EventName } from '#contract/words.ts';
import { isSchema, type JsonSchema, pascalCase } from './json-schema.ts';

/** The message of an event to a webhook (docs/rules/events.md#webhooks). A later version may add fields. */
const messageOf = (name: EventName): TSchema =>
  Type.Object({
    type: Type.Unsafe<EventName>({ type: 'string', const: name }),
    timestamp: Instant,
    data: Type.Object({
      event_id: Id,
      ticket_id: Id,
      number: Type.Integer({ minimum: 1 }),
      seq: Type.Integer({ minimum: 1, description: "Counts the ticket's events from 1." }),
      via: Type.Optional(Type.String({ description: 'The name of the token, where a program caused it.' })),
      undoes: Type.Optional(Id),
      ...PAYLOADS[name].properties,
    }),
  });

/** The messages of all events, by the names under which the document has them: `TicketClosedEvent`. */
export const EVENT_MESSAGES: Readonly<Record<string, TSchema>> = Object.fromEntries(
  EVENT_NAMES.map((name) => [`${pascalCase(name)}Event`, messageOf(name)]),
);

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const HEADERS = [
  header('webhook-id', "The event's id, the same at every attempt."),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.'),
  header('webhook-signature', 'HMAC-SHA-256 over id, timestamp and body, as Standard Webhooks says.'),
];

/** The messages to webhooks, for the document's `webhooks`. */
export const eventWebhooks = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(EVENT_NAMES.map((name) => [name, { post: sending(name) }]));

const sending = (name: EventName): JsonSchema => ({
  operationId: `on${pascalCase(name)}`,
  summary: `Kwit tells that an event has happened: ${name}`,
  description: 'Kwit posts it to each webhook that wants it, until the receiver answers 2xx.',
  tags: ['Webhooks'],
  security: [],
  parameters: HEADERS,
  requestBody: { required: true, content: { 'application/json': { schema: messageOf(name) } } },
  responses: {
    '2XX': { description: 'The receiver has the event. Kwit does not read the body.' },
    '4XX': { description: 'The receiver refuses it. Kwit tries again later; 410 switches the webhook off.' },
  },
});

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
  'Kwit-Act': text(
    'The act that the request made, where it changed something: GET /api/acts/:id.',
    '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e',
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

/** The headers that the answers of an operation have, by status. */
export function headersOf(config: FastifyContextConfig, query: unknown): Readonly<Record<string, ResponseHeader[]>> {
  const tag: ResponseHeader[] = config.cacheable || config.answersVersion ? ['ETag'] : [];
  const takes = (name: string) => isSchema(query) && isSchema(query.properties) && name in query.properties;
  const headers = [...tag];
  if (takes('q')) headers.push('Kwit-Search');
  if (takes('cursor')) headers.push('Link');
  if (config.answersTotal) headers.push('Kwit-Total');
  if (config.answersVersion && config.scope === 'write') headers.push('Kwit-Act');
  return { 200: headers, 201: headers, ...(config.cacheable ? { 304: tag } : {}) };
}
