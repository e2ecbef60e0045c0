import type { Category, Priority, Status } from '#contract/words.ts';
import type { Instant } from '#platform';

/** Somebody of the other product. At least one of the two is known. */
export interface IncomingPerson {
  /** Trimmed, in lower case. */
  readonly email: string | null;
  readonly name: string | null;
}

export interface IncomingComment {
  /** Its id there, or one that is made of what it says. */
  readonly externalId: string;
  /** Null for somebody whom nobody knows. */
  readonly author: IncomingPerson | null;
  readonly content: string;
  readonly isInternal: boolean;
  /** Whether its author was one of those who work on tickets there. */
  readonly isDeveloper: boolean;
  /** Null for the time of its ticket. */
  readonly createdAt: Instant | null;
}

/** A file that came with a ticket. */
export interface IncomingFile {
  /** As people know it. */
  readonly name: string;
  /** Where it lies. */
  readonly path: string;
}

/** A change of the status, as the other product tells it. */
export interface IncomingMove {
  readonly from: Status;
  readonly to: Status;
  readonly at: Instant;
  readonly by: IncomingPerson | null;
}

/** The words with which it was closed. */
export interface IncomingAnswer {
  readonly content: string;
  readonly author: IncomingPerson | null;
  readonly at: Instant | null;
}

/** A ticket of another product in Kwit's words, with what hangs on it. */
export interface IncomingTicket {
  /** Its id there, or one that is made of what it says: by it, it is known again. */
  readonly externalId: string;
  readonly title: string;
  readonly description: string;
  readonly stepsToReproduce: string | null;
  readonly expectedResult: string | null;
  readonly actualResult: string | null;
  readonly environment: string | null;
  readonly internalNote: string | null;
  readonly category: Category;
  readonly urgency: Priority;
  readonly priority: Priority;
  readonly status: Status;
  /** By its name. */
  readonly project: string | null;
  readonly reporter: IncomingPerson | null;
  readonly assignee: IncomingPerson | null;
  readonly plannedDate: string | null;
  readonly estimatedHours: number | null;
  /** Null for the time of the import. */
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
  readonly closedAt: Instant | null;
  readonly answer: IncomingAnswer | null;
  /** Where it was, for a link back; null for none. */
  readonly origin: { readonly url: string; readonly title: string } | null;
  /** Oldest first. */
  readonly comments: readonly IncomingComment[];
  readonly files: readonly IncomingFile[];
  readonly moves: readonly IncomingMove[];
}

/** A row of a source: a ticket, or why it is none. */
export type IncomingRow =
  | { readonly place: string; readonly line?: number; readonly ticket: IncomingTicket }
  | { readonly of: 'tickets' | 'comments'; readonly place: string; readonly rejected: string };

/** Where tickets come from: a file, read from its beginning each time. */
export interface TicketSource {
  /** Which one, so that two of them never mix: `csv`, `github:acme/shop`. */
  readonly name: string;
  readonly sha256: string;
  /** @throws ImportRefused when it cannot be read to its end. */
  rows(): AsyncIterable<IncomingRow>;
}
