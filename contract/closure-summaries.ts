import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, oneOf, pageParameters, record } from './scalars.ts';
import { CATEGORIES, PRIORITIES, STATUSES } from './words.ts';

/** GET /api/tickets/closure-summaries/index-feed (docs/rules/closing.md#feed). */
export const SummaryFilter = record({
  ...pageParameters(200),
  updated_since: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Only those whose ticket was updated then or later. Take generated_at of the first page that you read last time, less a minute.',
      examples: ['2026-11-21T03:44:00.000Z'],
    }),
  ),
});
export type SummaryFilter = Static<typeof SummaryFilter>;

/** One answer, as a search index reads it. */
export const SummaryItem = record({
  index_key: Type.String({
    description: 'Names the summary in an index: the ticket and the comment.',
    examples: ['ticket:019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e:summary:019a2f60-8d2f-7c4b-8e5f-6a7b8c9d0e1f'],
  }),
  summary_comment_id: Id,
  summary_content: Type.String({ examples: ['Replaced the fuser, it prints again.'] }),
  summary_created_at: Instant,
  summary_author_name: nullable(Type.String({ examples: ['Ewa'] })),
  summary_author_email: nullable(Type.String({ examples: ['ewa@example.com'] })),
  ticket_id: Id,
  ticket_number: Type.Integer({ examples: [42] }),
  ticket_title: Type.String({ examples: ['Printer on floor 2 jams'] }),
  ticket_status: oneOf(STATUSES),
  ticket_priority: oneOf(PRIORITIES),
  ticket_category: oneOf(CATEGORIES),
  ticket_updated_at: Instant,
});
export type SummaryItem = Static<typeof SummaryItem>;

export const SummaryFeed = record({
  generated_at: Instant,
  count: Type.Integer({ minimum: 0, description: 'How many items this page has.' }),
  items: Type.Array(SummaryItem, { description: 'The ticket that was updated last comes first.' }),
  next_cursor: nullable(Type.String({ description: 'For the next page; null on the last one.' })),
});
export type SummaryFeed = Static<typeof SummaryFeed>;
