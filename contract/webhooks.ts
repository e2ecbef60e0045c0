import { type Static, Type } from 'typebox';
import { Id, Instant, line, nullable, oneOf, record } from './scalars.ts';
import { EVENT_NAMES } from './words.ts';

/** How many webhooks there may be. */
export const WEBHOOKS_AT_MOST = 50;
/** Stands for every event, also for those of later versions. */
export const EVERY_EVENT = '*';
const WANTED = [...EVENT_NAMES, EVERY_EVENT] as const;

const Url = Type.String({
  text: true,
  minLength: 1,
  maxLength: 2000,
  examples: ['https://hooks.example.com/kwit'],
  description: 'https and on the public internet, or a host and port that OUTBOUND_ALLOW names.',
});
const Wanted = Type.Array(oneOf(WANTED), {
  minItems: 1,
  maxItems: WANTED.length,
  uniqueItems: true,
  description: 'Which events are sent: their names, or `*` for all.',
  examples: [['ticket.created', 'ticket.closed']],
});
const Description = nullable(line(0, 500, 'Tells the release channel.'));

const Projects = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: Id,
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'It is sent events of these projects alone, sealed ones among them; null: of all that are not sealed.',
});

const fields = {
  id: Id,
  url: nullable(
    Type.String({
      examples: ['https://hooks.example.com/kwit'],
      description: 'null where it hears of a sealed project in which the caller does not work.',
    }),
  ),
  events: Wanted,
  description: nullable(Type.String()),
  is_active: Type.Boolean(),
  projects: Projects,
  created_at: Instant,
  updated_at: Instant,
  last_delivery_at: nullable(
    Type.String({ format: 'date-time', description: 'When something was last tried to be delivered.' }),
  ),
  last_status: nullable(
    Type.Integer({ description: 'The HTTP status that it was answered with; null when there was no answer.' }),
  ),
  paused_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'When Kwit switched it off, because nothing had been delivered for 5 days. `is_active` ends it.',
    }),
  ),
};

export const Webhook = record(fields);
export type Webhook = Static<typeof Webhook>;

export const WebhookWithSecret = record({
  ...fields,
  url: Type.String(),
  secret: Type.String({
    description: 'Shown this once. Verify signatures with it, as Standard Webhooks says.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
  }),
});
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

export const WebhookDraft = record(
  {
    url: Url,
    events: Type.Optional({ ...Wanted, default: [EVERY_EVENT] }),
    description: Type.Optional(Description),
    is_active: Type.Optional(Type.Boolean({ default: true })),
    projects: Type.Optional(Projects),
  },
  { examples: [{ url: 'https://hooks.example.com/kwit', events: ['ticket.created', 'ticket.closed'] }] },
);
export type WebhookDraft = Static<typeof WebhookDraft>;

export const WebhookChange = record(
  {
    url: Type.Optional(Url),
    events: Type.Optional(Wanted),
    description: Type.Optional(Description),
    is_active: Type.Optional(Type.Boolean()),
    projects: Type.Optional(Projects),
  },
  { minProperties: 1, examples: [{ is_active: false }] },
);
export type WebhookChange = Static<typeof WebhookChange>;

/** The result of a test. It tells only the status of the receiver's answer. */
export const WebhookTest = record({
  event_id: Type.String({ description: 'The `webhook-id` that was sent.' }),
  delivered: Type.Boolean({ description: 'Whether the answer was 2xx.' }),
  response_status: nullable(Type.Integer({ examples: [204] })),
  error: nullable(Type.String({ description: 'Why it counts as not delivered.' })),
  duration_ms: Type.Integer({ minimum: 0 }),
});
export type WebhookTest = Static<typeof WebhookTest>;

export const WebhookDelivery = record({
  id: Id,
  event_id: Type.String({ description: 'The `webhook-id` that is sent, the same at every attempt.' }),
  event_name: oneOf(EVENT_NAMES),
  status: oneOf(['pending', 'delivered', 'failed', 'not_sent'], {
    description: '`not_sent`: when its turn came, the webhook was not to have it any more.',
  }),
  attempts: Type.Integer({ minimum: 0 }),
  response_status: nullable(Type.Integer()),
  last_error: nullable(Type.String()),
  created_at: Instant,
  delivered_at: nullable(Instant),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;
