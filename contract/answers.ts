import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, oneOf, pageParameters, record, someOf, text } from './scalars.ts';
import { AUDIENCES, CATEGORIES, LANGUAGES, PAGE_SIZE } from './words.ts';

const count = Type.Integer({ minimum: 0 });

/** The answer of a closed ticket, for everybody who may read it. */
export const Answer = record({
  id: Type.Unsafe<string>({ ...Id, description: "The closure summary's." }),
  ticket_id: nullable(Id),
  ticket_number: nullable(
    Type.Integer({ minimum: 1, description: 'As ticket_id, null for whoever may not open the ticket.' }),
  ),
  question: nullable(Type.String({ description: 'What it was about, in words that colleagues may read.' })),
  content: Type.String(),
  version: Type.Integer({ minimum: 1, description: 'Counts the changes of question and content.' }),
  found_by: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Other words by which it is found, for who reads its ticket with everything on it.',
    }),
  ),
  is_shared: Type.Boolean(),
  audience: oneOf(AUDIENCES, { description: '`team`: only those who read its ticket with everything on it.' }),
  category: oneOf(CATEGORIES),
  project_name: nullable(Type.String()),
  author_name: nullable(Type.String()),
  answered_at: Instant,
  language: nullable(oneOf(LANGUAGES)),
  helped: count,
  not_helped: count,
  reopened: Type.Boolean({ description: 'Its ticket has left `closed` after it.' }),
  held: Type.Boolean({
    description:
      'False when its ticket has left `closed` after it, or when it did not help at least 3 people and most of those who said.',
  }),
  score: Type.Optional(Type.Number({ description: 'With `q`: greater when the words are in the question.' })),
});
export type Answer = Static<typeof Answer>;

/** GET /api/answers. */
export const AnswerFilter = record({
  q: Type.Optional(
    Type.String({
      text: true,
      maxLength: 20_000,
      description:
        'Words of question and answer, all of them; the first 200 characters count. Without words, all answers.',
      examples: ['printer jams'],
    }),
  ),
  category: Type.Optional(someOf(CATEGORIES)),
  project_id: Type.Optional(Id),
  ...pageParameters(PAGE_SIZE),
});
export type AnswerFilter = Static<typeof AnswerFilter>;

/** POST /api/answers/:id/helped. */
export const AnswerVote = record(
  {
    helped: Type.Boolean(),
    ticket_id: Type.Optional(Type.Unsafe<string>({ ...Id, description: "The caller's own ticket that it is about." })),
    asked: Type.Optional({
      ...text(1, 2000, 'The printer eats paper'),
      description: 'What was being written, with helped: true. Its words are kept for 30 days.',
    }),
  },
  { examples: [{ helped: true }] },
);
export type AnswerVote = Static<typeof AnswerVote>;

export const AnswerCounts = record({ helped: count, not_helped: count });
export type AnswerCounts = Static<typeof AnswerCounts>;

const fields = {
  id: Id,
  ticket_id: Id,
  ticket_number: Type.Integer({ minimum: 1 }),
  question: nullable(Type.String()),
  content: Type.String(),
  helped: count,
  not_helped: count,
  last_used_at: nullable(Instant),
};

/** An answer that reports were offered in the last 90 days, and how many. */
export const AskedAnswer = record({ ...fields, asked: count });
export type AskedAnswer = Static<typeof AskedAnswer>;

/** An answer that has helped nobody for a year. */
export const StaleAnswer = record(fields);
export type StaleAnswer = Static<typeof StaleAnswer>;

/** A question of the last 90 days that found nothing and was followed by a ticket. */
export const UnansweredQuestion = record({ question: Type.String(), times: count, last_asked_at: Instant });
export type UnansweredQuestion = Static<typeof UnansweredQuestion>;

/** A question that found nothing, was reported, and does not find the answer that came later. */
export const LateAnswer = record({
  question: Type.String(),
  times: count,
  last_asked_at: Instant,
  answer_id: Id,
  ticket_id: Id,
  words: Type.Array(Type.String(), { description: 'Words of the question that the answer lacks and may be found by.' }),
  found_by: Type.Array(Type.String(), { description: 'Those by which it is found now.' }),
});
export type LateAnswer = Static<typeof LateAnswer>;

/** GET /api/answers/review: at most 50 of each. */
export const AnswerReview = record({
  generated_at: Instant,
  asked: Type.Array(AskedAnswer),
  stale: Type.Array(StaleAnswer),
  unanswered: Type.Array(UnansweredQuestion),
  answered_later: Type.Array(LateAnswer),
});
export type AnswerReview = Static<typeof AnswerReview>;
