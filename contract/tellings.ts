/** Messages to people about a ticket, and their outcome (docs/rules/notices.md#receipts). */
import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, oneOf, record } from './scalars.ts';
import { EVENT_NAMES, TELLING_REASONS, TELLING_STATES, TELLING_WAYS, UNSENT_REASONS } from './words.ts';

/** The most characters that are kept of what a mail server said. */
export const LONGEST_SERVER_WORDS = 200;

export const TicketTelling = record({
  id: Id,
  person: nullable(record({ id: Id, name: Type.String() })),
  webhook: nullable({
    ...record({ id: Id, host: Type.String() }),
    description:
      'null for a person, for a webhook that is gone, and for one of a project that the caller does not see.',
  }),
  channel: nullable(Type.String({ description: 'Of a chat; there is none yet.' })),
  kind: oneOf(TELLING_WAYS),
  of: oneOf(EVENT_NAMES),
  why: oneOf(TELLING_REASONS),
  made_at: Instant,
  state: oneOf(TELLING_STATES, {
    description:
      '`accepted`: the mail server or the receiver took it. `sent`: nobody says more. `waiting`: it is tried again.',
  }),
  not_sent_because: nullable(oneOf(UNSENT_REASONS)),
  server_said: nullable(
    Type.String({ maxLength: LONGEST_SERVER_WORDS, description: "The mail server's reply; of a webhook, the status." }),
  ),
  at: { ...Instant, description: 'When it came into this state.' },
  read_at: nullable(Instant),
});
export type TicketTelling = Static<typeof TicketTelling>;
