import type { ColumnTypes } from '../database/dialect.ts';

/** Comments that were changed lately, of which open pages hear. */
export const changedComments = {
  name: '0035-changed-comments',
  statements: (t: ColumnTypes) => [
    `create table changed_comments (
      comment_id ${t.id} primary key references comments (id) on delete cascade, revision ${t.integer} not null,
      changed_by ${t.id} not null references users (id), changed_at ${t.time} not null) ${t.tableEnd}`,
    'create index changed_comments_by_change on changed_comments (changed_at)',
  ],
};
