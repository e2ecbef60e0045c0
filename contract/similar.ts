import { type Static, Type } from 'typebox'
import { Id, Instant, nullable, oneOf, record, text } from './scalars.ts'
import { CATEGORIES } from './tickets.ts'

/** The words of a report that somebody is writing. */
export const SimilarQuery = record({
  title: Type.Optional(text(0, 300, 'VPN rozłącza się co kilka minut')),
  description: Type.Optional(text(0, 2000)),
})
export type SimilarQuery = Static<typeof SimilarQuery>

/** A closed ticket with the answer that ended it. */
export const SimilarTicket = record({
  ticket_id: Id,
  number: Type.Integer({ minimum: 1 }),
  title: nullable(Type.String({ description: 'Null for the ticket of somebody else, which the caller may not open.' })),
  category: oneOf(CATEGORIES),
  closed_at: Instant,
  summary_content: Type.String(),
  score: Type.Number({
    description: 'How much it has in common with what was asked; to compare answers of one request.',
  }),
})
export type SimilarTicket = Static<typeof SimilarTicket>
