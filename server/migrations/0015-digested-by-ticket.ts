/** In which digests a ticket stood. */
export const digestedByTicket = {
  name: '0015-digested-by-ticket',
  statements: () => ['create index digested_by_ticket on digested_tickets (ticket_id)'],
}
