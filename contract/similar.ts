import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, oneOf, record, text } from './scalars.ts';
import { CATEGORIES, LONGEST } from './words.ts';

/** The words of a report that somebody is writing. */
export const SimilarQuery = record({
  title: Type.Optional(text(0, 300, 'VPN rozłącza się co kilka minut')),
  description: Type.Optional(text(0, LONGEST.description)),
});
export type SimilarQuery = Static<typeof SimilarQuery>;

/** A closed ticket with the answer that ended it. */
export const SimilarTicket = record({
  ticket_id: nullable(Id),
  number: Type.Integer({ minimum: 1 }),
  title: nullable(
    Type.String({ description: 'Of a ticket that the caller may not open: the question of its answer, or null.' }),
  ),
  category: oneOf(CATEGORIES),
  closed_at: Instant,
  summary_content: Type.String(),
  answer_id: Id,
  score: Type.Number({
    description: 'How much it has in common with what was asked; to compare answers of one request.',
  }),
  share: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      'How much of what was asked, weighed by rarity, is covered; to compare answers of different requests. Below 0.5 it may or may not help.',
  }),
});
export type SimilarTicket = Static<typeof SimilarTicket>;
