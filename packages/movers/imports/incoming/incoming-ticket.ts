import { type BugText, forBugTexts } from '#contract/bug-texts.ts';
import type { SaidType } from '#contract/relations.ts';
import type { Category, LabelColor, Priority, Status } from '#contract/words.ts';
import type { Instant } from '#platform';
import { PRIORITY_RANK } from '#tickets';
import type { RowProblem } from '../csv/csv-table.ts';
import type { ImportedRow } from '../imported-row-store.ts';
import type { CleanedField } from '../source-words.ts';

/** Somebody of the other product. At least one of the two is known. */
export interface IncomingPerson {
  /** Trimmed, in lower case. */
  readonly email: string | null;
  readonly name: string | null;
  /** Their id there, by which two people of one name without addresses are told apart. */
  readonly account?: string;
  /** Whether they were shut out there: they are made without the right to sign in. */
  readonly isGone?: boolean;
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
  readonly editedAt?: Instant | null;
}

export interface IncomingFile {
  readonly name: string;
  readonly path: string;
  /** Its content, where it lies in no file. */
  readonly bytes?: Buffer | (() => Promise<Buffer>);
  /** Where it was, as texts name it. */
  readonly address?: string | null;
  /** Its id there, by which two files of one name are told apart; else its name is. */
  readonly externalId?: string;
  /** When it was sent, and by whom; else with its ticket. */
  readonly at?: Instant | null;
  readonly by?: IncomingPerson | null;
  /** Whether only developers read it. */
  readonly isInternal?: boolean;
  /** The comment that it came with; else it came with its ticket. */
  readonly of?: string;
}

/** A link between two tickets of one source. Both of them name it. */
export interface IncomingLink {
  readonly other: string;
  readonly type: SaidType;
  /** Whether it leads from this ticket to the other. */
  readonly isOut: boolean;
}

/** A value that a team asks for in a field of its own. */
export interface IncomingField {
  readonly name: string;
  readonly value: string;
  /** Whether it stands in the comment of what has no place, too. */
  readonly isInNote: boolean;
}

export interface IncomingReference {
  readonly url: string;
  readonly title: string;
}

export interface IncomingMove {
  readonly from: Status;
  readonly to: Status;
  readonly at: Instant;
  readonly by: IncomingPerson | null;
}

export interface IncomingAnswer {
  readonly content: string;
  /** As it was there, by which it is known again; its content where that is left out. */
  readonly said?: string;
  readonly author: IncomingPerson | null;
  readonly at: Instant | null;
  /** The comment that it was. */
  readonly externalId?: string;
}

/** A ticket of another product in Kwit's words, with what hangs on it. */
export interface IncomingTicket extends Readonly<Record<BugText, string | null>> {
  /** Its id there, or one that is made of what it says: by it, it is known again. */
  readonly externalId: string;
  readonly title: string;
  readonly description: string;
  readonly internalNote: string | null;
  readonly category: Category;
  readonly urgency: Priority;
  readonly priority: Priority;
  readonly status: Status;
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
  readonly origin: IncomingReference | null;
  readonly references?: readonly IncomingReference[];
  readonly fields?: readonly IncomingField[];
  /** Oldest first. */
  readonly comments: readonly IncomingComment[];
  readonly files: readonly IncomingFile[];
  readonly moves: readonly IncomingMove[];
  /** The number that it keeps, where that is above every number of Kwit; else it gets the next one. */
  readonly number?: number;
  /** By their names, each of them one that a label may have. */
  readonly labels?: readonly string[];
  /** The colours of those that Kwit does not have yet; gray for others. */
  readonly labelColors?: Readonly<Record<string, LabelColor>>;
  readonly links?: readonly IncomingLink[];
  /** Whether only who was added to it reads it, besides its reporter. */
  readonly isRestricted?: boolean;
  /** People who were added to it, besides its reporter and its assignee. */
  readonly participants?: readonly IncomingPerson[];
}

/** How the ids of rows begin that are made of their cells, since their source gives them none. */
export const OF_CELLS = 'row:';
export const isMadeOfCells = (externalId: string): boolean => externalId.startsWith(OF_CELLS);

export interface SourceRemark {
  /** The things that it is about: `comments`, `users`. */
  readonly of: string;
  readonly place: string;
  readonly reason: string;
  readonly value?: string;
  /** How many did not come at all, and are missed; none for what only changed. */
  readonly lost?: number;
}

/** A row of a source: a ticket, why it is none, or what is to be said of the source. */
export type IncomingRow =
  | {
      readonly place: string;
      readonly line?: number;
      readonly ticket: IncomingTicket;
      readonly cleaned?: readonly CleanedField[];
      readonly remarks?: readonly SourceRemark[];
    }
  | { readonly remark: SourceRemark }
  | {
      readonly of: 'tickets' | 'comments';
      readonly place: string;
      readonly rejected: string;
      /** Why, where people read it in a language of theirs. */
      readonly problems?: readonly RowProblem[];
    };

/** Leads from numbers in texts of a product to its tickets, where these have other numbers here. */
export interface SourceNumbers {
  readonly product: string;
  /** The address of the ticket that had this number there; null for none. */
  pathOf(number: string): string | null;
  /** Whether a ticket is of this Kwit itself, and its numbers are. */
  isOfHere?(externalId: string): boolean;
}

/** Where tickets come from: a file, read from its beginning each time. */
export interface TicketSource {
  /** Which one, so that two of them never mix: `csv`, `github:acme/shop`. */
  readonly name: string;
  readonly sha256: string;
  /** Sentences that nobody may overlook. */
  readonly warnings?: readonly string[];
  /** Left out where its numbers are those of here. */
  readonly numbers?: SourceNumbers;
  /** @throws ImportRefused when it cannot be read to its end. */
  rows(): AsyncIterable<IncomingRow>;
}

/** The columns of a ticket. @param createdAt for one that does not tell when it was reported. */
export function ticketValues(
  ticket: IncomingTicket,
  named: { readonly projectId: string | null; readonly reporterId: string; readonly assigneeId: string | null },
  createdAt: Instant,
) {
  const created_at = ticket.createdAt ?? createdAt;
  const updated_at = ticket.updatedAt ?? ticket.closedAt ?? created_at;
  const closed_at = ticket.status === 'closed' ? (ticket.closedAt ?? updated_at) : null;
  return {
    title: ticket.title,
    description: ticket.description,
    ...forBugTexts((name) => ticket[name]),
    internal_note: ticket.internalNote,
    category: ticket.category,
    urgency_reporter: ticket.urgency,
    priority: ticket.priority,
    priority_rank: PRIORITY_RANK[ticket.priority],
    status: ticket.status,
    status_since: ticket.moves.at(-1)?.at ?? closed_at ?? created_at,
    project_id: named.projectId,
    reporter_id: named.reporterId,
    assignee_id: named.assigneeId,
    planned_date: ticket.plannedDate,
    estimated_hours: ticket.estimatedHours,
    created_at,
    updated_at,
    public_updated_at: updated_at,
    closed_at,
  } satisfies Partial<ImportedRow<'tickets'>>;
}
export type TicketValues = ReturnType<typeof ticketValues>;

/** The values by which a later import sees that a ticket has changed there. Parts with ids of their own are compared one by one. */
export const comparedValues = ({
  comments: _,
  files: _f,
  labels: _l,
  labelColors: _c,
  references: _e,
  number: _n,
  links: _k,
  fields: _v,
  participants: _p,
  isRestricted,
  answer,
  ...values
}: IncomingTicket) => ({
  ...values,
  answer: answer && { content: answer.content, author: answer.author, at: answer.at },
  ...(isRestricted ? { isRestricted } : {}),
});
