/** The words of each ticket. Each database has further columns of its own: see their search dialects. */
export interface SearchTicketTable {
  /** The ticket's number. */
  rowid: number
}
