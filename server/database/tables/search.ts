/** The words of each ticket. What else is in it is the databases' own: see their search dialects. */
export interface SearchTicketTable {
  /** The ticket's number. */
  rowid: number
}
