/** Adds an index that finds the digests with a ticket. */
export const digestedByTicket = {
  name: '0015-digested-by-ticket',
  statements: () => ['create index digested_by_ticket on digested_tickets (ticket_id)'],
};
