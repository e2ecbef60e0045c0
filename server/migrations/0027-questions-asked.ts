import type { ColumnTypes } from '../database/dialect.ts';

/** What people asked before they reported, without who it was. It begins with the tickets from now on. */
export const questionsAsked = {
  name: '0027-questions-asked',
  statements: (t: ColumnTypes) => [
    `create table questions_asked (
      id ${t.id} primary key, question ${t.text} not null, was_found ${t.flag} not null,
      asked_at ${t.time} not null) ${t.tableEnd}`,
    'create index questions_by_time on questions_asked (asked_at)',
    `create table offered_answers (
      question_id ${t.id} not null references questions_asked (id) on delete cascade,
      comment_id ${t.id} not null references answers (comment_id) on delete cascade,
      primary key (question_id, comment_id)) ${t.tableEnd}`,
    'create index offered_answers_by_answer on offered_answers (comment_id)',
    "insert into counters (name, value) select 'questions_asked', coalesce(max(number), 0) from tickets",
  ],
};
