/** The stems of each answer: of closed tickets whose closure summary is public. */
export interface SearchAnswerTable {
  /** The ticket's number. */
  rowid: number
}

/** The words of each ticket. What else is in it is the databases' own: see their search dialects. */
export interface SearchTicketTable {
  /** The ticket's number. */
  rowid: number
}
