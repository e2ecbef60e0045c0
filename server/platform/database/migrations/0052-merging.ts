import type { ColumnTypes } from '../dialect.ts';

const WHAT_GOES_ALONG = ['comments', 'attachments', 'external_references', 'ticket_people'];

/** Tickets that were joined to others, what came along with them, and those that stand beside each other. */
export const merging = {
  name: '0052-merging',
  statements: (t: ColumnTypes) => [
    `alter table tickets add column merged_into_id ${t.id}`,
    `alter table tickets add column lead_id ${t.id}`,
    'create index tickets_merged on tickets (merged_into_id) where merged_into_id is not null',
    'create index tickets_beside on tickets (lead_id) where lead_id is not null',
    // A joined ticket counts with the ticket that it continues in.
    'drop index tickets_of_figures',
    `create index tickets_of_figures on tickets
      (created_at, closed_at, project_id, category, team_id, restricted, reporter_id, merged_into_id, id)`,
    ...WHAT_GOES_ALONG.flatMap((table) => [
      `alter table ${table} add column merged_from_id ${t.id}`,
      `create index ${table}_merged on ${table} (merged_from_id) where merged_from_id is not null`,
    ]),
    `alter table ticket_relations add column from_merged_id ${t.id}`,
    `alter table ticket_relations add column to_merged_id ${t.id}`,
    `create table ticket_merges (
      ticket_id ${t.id} primary key references tickets (id), into_id ${t.id} not null references tickets (id),
      status ${t.text} not null, status_since ${t.time} not null, closed_at ${t.time},
      summary_id ${t.id}, notice_id ${t.id} not null,
      merged_by ${t.id} not null references users (id), merged_at ${t.time} not null) ${t.tableEnd}`,
    'create index ticket_merges_by_target on ticket_merges (into_id)',
  ],
};
