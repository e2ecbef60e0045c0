/** The words of each ticket, or of its answer. Each database has further columns of its own: see their search dialects. */
export interface SearchTicketTable {
  /** The ticket's number. */
  rowid: number;
}

/** Who has a word in a title or description: the first reporters, three at most. */
export interface ReportWordTable {
  word: string;
  reporter_id: string;
}

/** The words of a report with a shared answer that fewer than three reporters had when the answer was indexed. */
export interface RareWordTable {
  word: string;
  /** The ticket's number. */
  number: number;
}
