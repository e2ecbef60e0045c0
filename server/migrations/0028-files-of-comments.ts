import type { ColumnTypes } from '../database/dialect.ts';

/** Files come with their comments and are internal with them; raster images have their size. */
export const filesOfComments = {
  name: '0028-files-of-comments',
  statements: (t: ColumnTypes) => [
    `alter table attachments add column comment_id ${t.id} references comments (id)`,
    `alter table attachments add column is_internal ${t.flag} not null default false`,
    `alter table attachments add column width ${t.integer}`,
    `alter table attachments add column height ${t.integer}`,
    'create index attachments_by_comment on attachments (comment_id) where comment_id is not null',
    `alter table ticket_history add column is_internal ${t.flag} not null default false`,
  ],
};
