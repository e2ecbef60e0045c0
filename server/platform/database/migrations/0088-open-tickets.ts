/** What is open and planned, and what somebody has to do, is found among all that is open without reading that. */
export const openTickets = {
  name: '0088-open-tickets',
  runsBeside: true as const,
  statements: () => [
    'create index tickets_planned on tickets (status, planned_date) where planned_date is not null',
    "create index tickets_open_of_assignee on tickets (assignee_id, status) where status <> 'closed'",
  ],
};
