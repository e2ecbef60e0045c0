import type { ColumnTypes } from '../dialect.ts';

/** Labels, and which tickets have them. */
export const labels = {
  name: '0054-labels',
  statements: (t: ColumnTypes) => [
    `create table labels (id ${t.id} primary key, name ${t.text} not null, folded_name ${t.text} not null unique,
      color ${t.text} not null, project_id ${t.id} references projects (id) on delete cascade,
      archived ${t.flag} not null, created_at ${t.time} not null) ${t.tableEnd}`,
    'create index labels_of_project on labels (project_id) where project_id is not null',
    `create table ticket_labels (ticket_id ${t.id} not null references tickets (id),
      label_id ${t.id} not null references labels (id) on delete cascade, primary key (ticket_id, label_id)) ${t.tableEnd}`,
    'create index ticket_labels_by_label on ticket_labels (label_id, ticket_id)',
  ],
};
