import type { ColumnTypes } from '../dialect.ts';

/** The facts that figures count, without the texts of tickets and comments. */
export const figures = {
  name: '0051-figures',
  statements: (_: ColumnTypes) => [
    `create index tickets_of_figures on tickets
      (created_at, closed_at, project_id, category, team_id, restricted, reporter_id, id)`,
    `create index comments_of_developers on comments (ticket_id, created_at, user_id)
      where is_developer and not is_internal`,
  ],
};
