import type { ColumnTypes } from '../database/dialect.ts';

/** Comments may be edited; their former texts stay for developers. */
export const commentEdits = {
  name: '0025-comment-edits',
  statements: (t: ColumnTypes) => [
    `alter table comments add column edited_at ${t.time}`,
    `create table comment_edits (
      id ${t.id} primary key, comment_id ${t.id} not null references comments (id), content ${t.text} not null,
      edited_by ${t.id} not null references users (id), edited_at ${t.time} not null) ${t.tableEnd}`,
    'create index comment_edits_by_comment on comment_edits (comment_id, id)',
  ],
};
