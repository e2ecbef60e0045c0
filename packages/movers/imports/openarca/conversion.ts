import type { Language } from '#contract/words.ts';
import type { Instant } from '#platform';
import type { TableName } from '#records';
import type { ImportedRow } from '../imported-row-store.ts';
import type { KeptUpload } from '../keep-file.ts';
import type { SourceWords } from '../source-words.ts';
import type { SourceFacts } from './reading/source-facts.ts';
import type { SourceRow } from './reading/source-row.ts';

/** What the rows of OpenArca are read with. */
export interface Conversion {
  readonly words: SourceWords;
  readonly now: Instant;
  readonly language: Language;
  readonly facts: SourceFacts;
  /** What is added to each ticket's number. */
  readonly offset: number;
  /** The id that Kwit has given a row, or null. */
  idOf(kind: Kind, id: string | null): string | null;
  /** The person for rows whose author nobody knows. */
  readonly nobody: string;
  /** The file that a row names and that the store keeps now; null when it is missing. */
  upload(table: string, id: string): KeptUpload | null;
  /** The reporter of a ticket in Kwit. */
  reporterOf(ticketId: string): string;
  numberOf(ticketId: string): number;
  /** Whether a ticket in Kwit has a task that the import did not bring. */
  hasTask(ticketId: string): boolean;
  /** Whether two tickets in Kwit are linked already. */
  areLinked(a: string, b: string): boolean;
}

/** The things of OpenArca that Kwit knows again. */
export type Kind =
  | 'user'
  | 'project'
  | 'template'
  | 'ticket'
  | 'comment'
  | 'attachment'
  | 'history'
  | 'task'
  | 'relation'
  | 'reference'
  | 'telemetry';

/** What a row becomes: the columns that come from it, or the reason why it becomes nothing. */
export type Converted<T extends TableName> =
  | { readonly values: Partial<ImportedRow<T>> }
  | { readonly leftOut: string; readonly isLost: boolean };

/** How the rows of one table of OpenArca become rows of one table of Kwit. */
export interface TableImport<T extends TableName = TableName> {
  readonly from: string;
  readonly kind: Kind;
  readonly to: T;
  readonly orderBy: readonly string[];
  /** Whether other rows name its rows. */
  readonly isNamed: boolean;
  /** Whether Kwit gives its rows ids. */
  readonly hasId: boolean;
  /** The columns that every row gets alike, and those that are worked out later. */
  readonly constant: Partial<ImportedRow<T>>;
  convert(row: SourceRow, conversion: Conversion): Converted<T>;
}

/** Checks a definition against its own table. */
export const tableImport = <T extends TableName>(definition: TableImport<T>): TableImport<T> => definition;

export const lost = (leftOut: string) => ({ leftOut, isLost: true }) as const;
/** Left out on purpose: Kwit keeps it in another way, or not by its rules. */
export const notKept = (leftOut: string) => ({ leftOut, isLost: false }) as const;

/** `#12`, where nothing before it makes it part of a word or an address. */
const REFERENCE = /(?<![\w&#/])#(\d{1,9})\b/g;

/** Has a text name tickets by the numbers that they have in Kwit. */
export function renumbered(text: string, { offset, facts }: Conversion): string {
  if (offset === 0) return text;
  return text.replaceAll(REFERENCE, (whole, number: string) =>
    facts.numbers.has(Number(number)) ? `#${Number(number) + offset}` : whole,
  );
}

/** The same for a text that may be missing. */
export const renumberedOrNull = (text: string | null, conversion: Conversion): string | null =>
  text === null ? null : renumbered(text, conversion);
