/** Live versions, and the reports of pipelines about them (docs/rules/shipping.md). */
import { type Static, Type } from 'typebox';
import { Instant, line, oneOf, record } from './scalars.ts';

/** The most commits of one shipment. */
export const MOST_COMMITS = 2000;

const version = line(1, 100, '2.4.0');
export const environment = line(1, 60, 'production');

/** POST /api/shipments: a version is in an environment, with these commits. */
export const ShipmentDraft = record(
  {
    repository: line(1, 200, 'shop/web'),
    environment,
    version,
    at: Type.Optional(Type.Unsafe<string>({ ...Instant, description: 'When it got there; now, unless you say.' })),
    commits: Type.Array(
      record({ id: line(1, 64, '8cdafcbc'), message: Type.String({ examples: ['Trim the note\n\nFixes kwit#42.'] }) }),
      { maxItems: MOST_COMMITS },
    ),
  },
  {
    examples: [
      {
        ...{ repository: 'shop/web', environment: 'production', version: '2.4.0' },
        commits: [{ id: '8cdafcbc', message: 'Trim the note\n\nFixes kwit#42.' }],
      },
    ],
  },
);
export type ShipmentDraft = Static<typeof ShipmentDraft>;

/** A ticket that a message named. `unknown`: there is none, or the caller does not work on it. */
export const MentionedTicket = record({
  number: Type.Integer({ minimum: 1 }),
  state: oneOf(['linked', 'unknown']),
});
export type MentionedTicket = Static<typeof MentionedTicket>;

export const ShipmentResult = record({
  tickets: Type.Array(MentionedTicket, { description: 'Each number that the messages name once, ascending.' }),
  new: Type.Integer({ minimum: 0, description: 'How many tickets had not been shipped so before.' }),
});
export type ShipmentResult = Static<typeof ShipmentResult>;

/** Since when the cure of a ticket is where people use it, and with which version. */
export const LiveSince = record({
  at: Instant,
  version: Type.Optional(
    Type.String({ description: 'For who works on it or reads it; for others where `show_version` is on.' }),
  ),
  environment: Type.Optional(Type.String({ description: 'For who works on it or reads it.' })),
});
export type LiveSince = Static<typeof LiveSince>;
