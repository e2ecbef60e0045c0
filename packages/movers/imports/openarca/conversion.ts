import type { Language } from '#contract/words.ts';
import type { ForeignDatabase, Instant } from '#platform';
import type { TableName } from '#records';
import { ImportRefused } from '../import-report.ts';
import type { ImportRun } from '../import-run.ts';
import type { ImportedRow } from '../imported-row-store.ts';
import type { ImportedFile } from '../keep-file.ts';
import type { SourceWords } from '../source-words.ts';

import type { OpenArcaFiles } from './reading/keep-uploads.ts';
import type { SourceFacts } from './reading/source-facts.ts';
import type { SourceRow } from './reading/source-row.ts';
import type { TicketsInProgress } from './tickets-in-progress.ts';

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
  upload(table: string, id: string): ImportedFile | null;
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
export const leftOutOnPurpose = (leftOut: string) => ({ leftOut, isLost: false }) as const;

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

interface Parts {
  readonly run: ImportRun;
  readonly facts: SourceFacts;
  readonly offset: number;
  readonly words: SourceWords;
  readonly language: Language;
  readonly uploads: OpenArcaFiles;
  readonly progress: TicketsInProgress;
  readonly people: { readonly nobody: string };
}

/** What rows are read with, for an import and for comparing with it later. */
export const makeConversion = ({ run, uploads, progress, people, ...rest }: Parts): Conversion => ({
  ...rest,
  now: run.now,
  idOf: (kind, id) => run.idOf(kind, id) ?? run.idOf(`${KNOWN_BEFORE}${kind}`, id),
  get nobody() {
    return people.nobody;
  },
  upload: (table, id) => uploads.get(table, id),
  reporterOf: (id) => progress.reporterOf(id),
  numberOf: (id) => progress.numberOf(id),
  hasTask: (id) => progress.hasTask(id),
  areLinked: (a, b) => progress.areLinked(a, b),
});

/**
 * What is added to each number: nothing when Kwit has no ticket with one of them, else Kwit's highest. A later import of the
 * same OpenArca adds what the first one did.
 *
 * @param allowed the last number of Kwit when its tickets may get others; null when they may not.
 * @throws ImportRefused when numbers clash and none others are allowed.
 */
export function offsetOf(
  run: ImportRun,
  source: ForeignDatabase,
  facts: SourceFacts,
  progress: TicketsInProgress,
  allowed: number | null,
): number {
  const taken = new Set([...progress.here].map(({ number }) => number));
  const clashing: number[] = [];
  for (const row of source.rows('tickets', ['number'], ['id', 'number'])) {
    const given = facts.newNumbers.get(String(row.id));
    const here = progress.find(run.idOf('ticket', String(row.id)) ?? '');
    if (here !== undefined && given === undefined) return here.number - Number(row.number);
    if (taken.has(given ?? Number(row.number))) clashing.push(given ?? Number(row.number));
  }
  if (clashing.length === 0) return 0;
  if (allowed !== null) return Math.max(allowed, ...taken);
  const named = clashing.slice(0, 5).map((number) => `#${number}`);
  throw new ImportRefused(
    `Kwit has tickets with ${clashing.length} of the numbers: ${named.join(', ')}${clashing.length > 5 ? ', …' : ''}. ` +
      '--renumber gives the imported ones other numbers, above those of Kwit.',
  );
}

/** What other rows become one with: the people whom Kwit knew before. */
export const KNOWN_BEFORE = 'known_';
