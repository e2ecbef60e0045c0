import type { Work } from '#platform';
import type { LineTicket, StoredLine } from './act-store.ts';

/** How an undo goes about it. */
export interface Restoring {
  /** Also where people gain sight of internal words by it. */
  readonly confirm: boolean;
  /** When the act was done that it takes back. */
  readonly since: string;
}

/** Puts lines of one kind back by the operations that make such changes, with the rights of whoever asks. */
export interface Restorer {
  /** Whether it puts a ticket back whatever becomes of others, so that several may be put back at once. */
  readonly isApart?: true;
  /**
   * The values that these lines have now, as JSON, by the ids of the lines. A line is missing when what it is about is gone.
   */
  present(work: Work, lines: readonly StoredLine[]): Promise<ReadonlyMap<string, unknown>>;
  /** Whether the caller may put a line back, as far as can be told without doing it. */
  may(work: Work, line: StoredLine, ticket: LineTicket | undefined): boolean;
  /** Puts lines back that belong together: those of one ticket, or of one thing. @throws Failure as their operations do. */
  restore(work: Work, lines: readonly StoredLine[], how: Restoring): Promise<void>;
}

/** Which restorer has which lines: by the field of what hangs on a ticket, `ticket` for its own fields, or the type of a thing. */
export interface Restorers {
  readonly of: Readonly<Record<string, Restorer>>;
  /** Holds tickets until the transaction ends, whoever may open them, and all else that these lines of them need. */
  holdTickets(work: Work, ids: readonly string[], lines: readonly StoredLine[]): Promise<void>;
  /** The fields of which the caller may know, as lines name them. */
  seenFields(work: Work): Promise<ReadonlySet<string>>;
  /** Removes the unread notices of these events. */
  takeNoticesBack(work: Work, events: readonly string[]): Promise<void>;
}

export const restorerOf = ({ of }: Restorers, { ticket_id, field, thing_type }: StoredLine): Restorer | undefined =>
  ticket_id === null
    ? of[thing_type ?? '']
    : Object.hasOwn(of, field)
      ? of[field]
      : thing_type === null
        ? of.ticket
        : undefined;
