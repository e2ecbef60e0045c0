import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, oneOf, record } from './scalars.ts';
import { EVENT_NAMES } from './words.ts';

/**
 * An event as the live stream tells it (docs/rules/events.md#live-stream). It has no texts: a client reads the ticket
 * again.
 */
export const LiveEvent = record(
  {
    type: oneOf(EVENT_NAMES),
    ticket_id: Id,
    number: Type.Integer({ minimum: 1 }),
    actor_user_id: nullable(Id),
    occurred_at: Instant,
    version: Type.Integer({ minimum: 1, description: "The ticket's version when the event was sent." }),
  },
  {
    description:
      'The `data` of each event. Besides, the stream tells live only, without an `id`: `comment.edited`, with the same `data`, `notices` with `{ unread }`, and `ticket.gone` with `{ type, ticket_id, number }`.',
  },
);
export type LiveEvent = Static<typeof LiveEvent>;

/** A message of the live stream that is no event: it is not recorded, and not sent again. */
export const COMMENT_EDITED = 'comment.edited';

/** Tells whoever loses sight of a ticket that it is gone. */
export const TICKET_GONE = 'ticket.gone';

/** The `data` of `ticket.gone`. */
export interface TicketGone {
  readonly type: typeof TICKET_GONE;
  readonly ticket_id: string;
  readonly number: number;
}

/** The `data` of whatever the stream tells of a ticket that one sees. */
export type LiveMessage = Omit<LiveEvent, 'type'> & { readonly type: LiveEvent['type'] | typeof COMMENT_EDITED };

export const StreamTicket = record({
  ticket: Type.String({
    description: 'Goes into the address as `ticket`.',
    examples: ['eyJhbGciOiJIUzI1NiJ9.eyJ….4Cf…'],
  }),
  expires_at: Instant,
});
export type StreamTicket = Static<typeof StreamTicket>;

export const StreamQuery = record({
  ticket: Type.Optional(Type.String({ maxLength: 1000 })),
  last_event_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'As the header Last-Event-ID, where no header can be sent.' }),
  ),
});

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ description: 'The last `id` that was received: the stream goes on after it.' }),
  ),
});
