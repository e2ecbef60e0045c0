import type { ColumnTypes } from '../dialect.ts';

/** Questions that people asked before an answer helped them, and the suggestions that are done with. */
export const learntWords = {
  name: '0070-learnt-words',
  runsBeside: true as const,
  statements: (t: ColumnTypes) => [
    `create table words_asked (
      comment_id ${t.id} not null references answers (comment_id) on delete cascade,
      user_id ${t.id} not null references users (id), words ${t.json} not null, asked_at ${t.time} not null,
      primary key (comment_id, user_id)) ${t.tableEnd}`,
    'create index words_asked_by_time on words_asked (asked_at)',
    `create table settled_suggestions (id ${t.id} primary key, settled_at ${t.time} not null) ${t.tableEnd}`,
  ],
};
