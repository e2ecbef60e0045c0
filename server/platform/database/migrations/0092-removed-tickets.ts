/** Live streams ask at each pass which tickets were removed since the one before. */
export const ticketsRemoved = {
  name: '0092-removed-tickets',
  runsBeside: true as const,
  statements: () => [
    `create index removed_rows_of_tickets on removed_rows (removed_at, thing_id) where table_name = 'tickets'`,
  ],
};
