/** Lists that ask for what is due soon or today read the index of waits alone. */
export const dueFilters = {
  name: '0082-due-filters',
  statements: () => [
    'drop index waits_due',
    'create index waits_due on waits (due_at, soon_at, calendar_id, ticket_id) where ended_at is null',
  ],
};
