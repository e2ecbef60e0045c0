/** Adds indexes that give the tickets of a project or an assignee in both common orders, without sorting. */
export const listsInOrder = {
  name: '0014-lists-in-order',
  statements: () => [
    'create index tickets_of_project on tickets (project_id, updated_at, id) where project_id is not null',
    'create index tickets_of_project_by_creation on tickets (project_id, created_at, id) where project_id is not null',
    'create index tickets_by_assignee_creation on tickets (assignee_id, created_at, id)',
  ],
};
