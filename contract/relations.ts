import { type Static, Type } from 'typebox'
import { Id, Instant, nullable, oneOf, record } from './scalars.ts'

export const RELATION_TYPES = ['related', 'duplicates', 'blocks'] as const

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
})
export type RelatedTicket = Static<typeof RelatedTicket>
