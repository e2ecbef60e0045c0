import { type Static, Type } from 'typebox';
import { actId, Id, Instant, nullable, oneOf, record } from './scalars.ts';
import { RELATION_TYPES, SAID_TYPES } from './words.ts';

export type SaidType = (typeof SAID_TYPES)[number];

/** A link as seen from one of its tickets: the other ticket, and which way the link points. */
export const RelatedTicket = record({
  id: Id,
  number: Type.Integer(),
  title: Type.String(),
  status: Type.String(),
  priority: Type.String(),
  category: Type.String(),
  assignee_id: nullable(Id),
  reporter_id: nullable(Id),
  relation_type: oneOf(RELATION_TYPES),
  direction: oneOf(['out', 'in']),
  updated_at: Instant,
  act_id: actId,
});
export type RelatedTicket = Static<typeof RelatedTicket>;

/** POST /api/tickets/:id/related: the other ticket, either by its id or by its number. */
export const LinkDraft = record(
  {
    related_ticket_id: Type.Optional(Id),
    related_ticket_number: Type.Optional(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Instead of related_ticket_id.' }),
    ),
    relation_type: Type.Optional(
      Type.Unsafe<SaidType>({
        type: 'string',
        enum: [...SAID_TYPES],
        description: 'Without it a new link is `related`, and one that is there stays as it is.',
      }),
    ),
  },
  { examples: [{ related_ticket_number: 12, relation_type: 'blocks' }] },
);
export type LinkDraft = Static<typeof LinkDraft>;

export const RelatedPath = record({ id: Id, relatedId: Id });

/** POST /api/tickets/:id/solved-by: the closed ticket whose answer helped. */
export const SolvedByDraft = record(
  { ticket_number: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) },
  { examples: [{ ticket_number: 12 }] },
);
export type SolvedByDraft = Static<typeof SolvedByDraft>;
