import { type Static, Type } from 'typebox';
import { FAILURE_CODES, type FailureCode } from './errors.ts';
import { Id, Instant, line, nullable, oneOf, record } from './scalars.ts';
import { MERGE_MODES, MOST_BESIDE, MOST_SPLIT, TEXT_BOUNDS } from './words.ts';

/** Another ticket, as what leads there needs it. */
export const TicketPointer = record({ id: Id, number: Type.Integer({ minimum: 1 }) });
export type TicketPointer = Static<typeof TicketPointer>;

/** A ticket that a merge leads to, or from: nulls where the reader does not see it. */
export const MergedTicket = record({ id: nullable(Id), number: nullable(Type.Integer({ minimum: 1 })) });
export type MergedTicket = Static<typeof MergedTicket>;

/** Where something came from by a merge; for whoever reads internals. */
export const mergedFrom = Type.Optional(
  nullable({
    ...MergedTicket,
    description: 'The ticket that it came along from: nulls where you do not see it. Absent for the role user.',
  }),
);

/** The original report of a ticket that was joined to another one. */
export const JoinedReport = record({
  ...MergedTicket.properties,
  title: nullable(Type.String()),
  description: Type.String(),
  reporter_name: nullable(Type.String()),
  created_at: Instant,
});
export type JoinedReport = Static<typeof JoinedReport>;

/** A ticket that stands beside another one: both are about the same thing, and each reporter keeps their own. */
export const BesideTicket = record({
  ...TicketPointer.properties,
  title: Type.String(),
  reporter_name: nullable(Type.String()),
  is_lead: Type.Boolean({ description: 'The one that the others stand beside.' }),
});
export type BesideTicket = Static<typeof BesideTicket>;

/** A ticket with which something was not done. */
export const RefusedTicket = record({
  id: Id,
  error: Type.Unsafe<FailureCode>({ type: 'string', enum: [...FAILURE_CODES] }),
  keys: Type.Optional(Type.Array(Type.String(), { description: 'Of `field_needed`: the keys of the fields.' })),
});

/** The outcome for the other tickets that a request names: each is done wholly or not at all. */
export const AlsoResult = record({
  closed: Type.Array(Id, { description: 'Those with which it was done.' }),
  refused: Type.Array(RefusedTicket),
});
export type AlsoResult = Static<typeof AlsoResult>;

export const alsoIds = Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST_BESIDE, uniqueItems: true }));

/** POST /api/tickets/:id/merge. */
export const Merge = record(
  {
    into: Id,
    mode: oneOf(MERGE_MODES, {
      description:
        '`join`: everything goes along and the ticket closes. `beside`: nothing moves, one answer closes both.',
    }),
    tell_reporters: Type.Optional(
      Type.Boolean({ description: 'Also when the reporters differ: both then read all public words.' }),
    ),
    confirm: Type.Optional(Type.Boolean({ description: 'Also when people gain sight of internal words by that.' })),
    also: alsoIds,
    into_version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version of `into` that you last saw.' })),
  },
  { examples: [{ into: '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e', mode: 'join' }] },
);
export type Merge = Static<typeof Merge>;

/** POST /api/tickets/:id/split. */
export const Split = record(
  {
    comment_ids: Type.Array(Id, { minItems: 1, maxItems: MOST_SPLIT, uniqueItems: true }),
    title: line(TEXT_BOUNDS.title.min, TEXT_BOUNDS.title.max, 'The scanner jams, too'),
  },
  { examples: [{ comment_ids: ['019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e'], title: 'The scanner jams, too' }] },
);
export type Split = Static<typeof Split>;
