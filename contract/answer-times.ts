import { type Static, Type } from 'typebox';
import { ANSWER_TIME_GROUPINGS } from './due-words.ts';
import { Day, nullable, oneOf, record } from './scalars.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const minutes = nullable(Type.Integer({ minimum: 0, description: 'Of open time; null of fewer than ten.' }));

const counted = {
  waits: count('How many waits began.'),
  answered: count('How many ended with an answer, or with closing.'),
  kept: count('How many were answered in time.'),
  missed: count('How many were not; those that run count, too.'),
  running: count('How many run.'),
  p50: minutes,
  p85: minutes,
  p95: minutes,
  n: count('How many were answered and had a target.'),
};

const AnswerTimeRow = record({
  key: nullable(Type.String({ description: 'An id, a category, or the Monday of a week; null for none.' })),
  name: nullable(Type.String()),
  ...counted,
});
export type AnswerTimeRow = Static<typeof AnswerTimeRow>;

/** How people who waited were answered in a period (docs/rules/answer-due.md#figures). */
export const AnswerTimes = record({
  from: Day,
  to: Day,
  by: oneOf(ANSWER_TIME_GROUPINGS),
  rows: Type.Array(AnswerTimeRow),
  total: record(counted),
});
export type AnswerTimes = Static<typeof AnswerTimes>;

/** Both days are included. */
export const AnswerTimeFilter = record({
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  by: Type.Optional(oneOf(ANSWER_TIME_GROUPINGS)),
});
export type AnswerTimeFilter = Static<typeof AnswerTimeFilter>;
