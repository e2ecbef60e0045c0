import { type TSchema, Type } from 'typebox';
import { PAYLOADS } from '#contract/events.ts';
import { Id, Instant } from '#contract/scalars.ts';
import { EVENT_NAMES, type EventName } from '#contract/words.ts';
import type { JsonSchema } from './json-schema.ts';
import { pascalCase } from './pascal-case.ts';

/** What a webhook receives of an event (docs/rules/events.md#webhooks). A later version may add fields. */
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

/** What Kwit sends to webhooks, for the document's `webhooks`. */
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
