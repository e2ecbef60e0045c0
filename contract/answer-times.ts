import { type Static, Type } from 'typebox';
import { ANSWER_TIME_GROUPINGS } from './due-words.ts';
import { FieldName } from './fields.ts';
import { Day, nullable, record } from './scalars.ts';

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
  key: nullable(
    Type.String({ description: 'An id, a category, the key of an option, or the Monday of a week; null for none.' }),
  ),
  name: nullable(Type.String()),
  ...counted,
});
export type AnswerTimeRow = Static<typeof AnswerTimeRow>;

const by = Type.Unsafe<(typeof ANSWER_TIME_GROUPINGS)[number] | FieldName>({
  anyOf: [{ type: 'string', enum: [...ANSWER_TIME_GROUPINGS] }, FieldName],
  description: '`field.KEY` is by the options of a field.',
});

/** How people who waited were answered in a period (docs/rules/answer-due.md#figures). */
export const AnswerTimes = record({
  from: Day,
  to: Day,
  by,
  rows: Type.Array(AnswerTimeRow),
  total: record(counted),
});
export type AnswerTimes = Static<typeof AnswerTimes>;

/** Both days are included. */
export const AnswerTimeFilter = record({
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  by: Type.Optional(by),
});
export type AnswerTimeFilter = Static<typeof AnswerTimeFilter>;
