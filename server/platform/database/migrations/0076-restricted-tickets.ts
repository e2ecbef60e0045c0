/** Whether any ticket is restricted is asked by each request: SQLite walks the few that are, and no longer all tickets. */
export const restrictedTickets = {
  name: '0076-restricted-tickets',
  runsBeside: true,
  statements: () => [
    'drop index tickets_restricted',
    'create index tickets_restricted on tickets (project_id, id, restricted) where restricted',
  ],
} as const;
