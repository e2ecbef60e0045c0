/** Lists of open tickets, by when they are planned and by whose they are, read no others. */
export const openTickets = {
  name: '0088-open-tickets',
  runsBeside: true as const,
  statements: () => [
    'create index tickets_planned on tickets (status, planned_date) where planned_date is not null',
    "create index tickets_open_of_assignee on tickets (assignee_id, status) where status <> 'closed'",
  ],
};
