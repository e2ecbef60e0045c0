import type { Language } from '#contract/words.ts';
import type { ForeignDatabase } from '#platform';
import type { TableName } from '#records';
import { ImportRefused } from '../import-report.ts';
import type { ImportRun } from '../import-run.ts';
import type { ImportedRow } from '../imported-row-store.ts';
import type { SourceWords } from '../source-words.ts';
import type { ImportedPeople } from './people-and-projects.ts';
import type { OpenArcaFiles } from './reading/keep-uploads.ts';
import type { SourceFacts } from './reading/source-facts.ts';
import type { SourceRow } from './reading/source-row.ts';
import type { TicketsInProgress } from './tickets-in-progress.ts';

/** What the rows of OpenArca are read with, for an import and for comparing with it later. */
export interface Conversion {
  readonly run: ImportRun;
  readonly words: SourceWords;
  readonly language: Language;
  readonly facts: SourceFacts;
  /** What is added to each ticket's number. */
  readonly offset: number;
  readonly uploads: OpenArcaFiles;
  readonly people: ImportedPeople;
  readonly progress: TicketsInProgress;
  /** Whether what the import brought is no reason to take a row for something else. */
  readonly isComparison?: boolean;
}

export const kwitIdOf = ({ run }: Conversion, kind: Kind, id: string | null): string | null =>
  run.idOf(kind, id) ?? run.idOf(`${KNOWN_BEFORE}${kind}`, id);

/** The things of OpenArca that Kwit knows again. */
export type Kind =
  | ('user' | 'project' | 'template' | 'ticket' | 'comment' | 'attachment')
  | ('history' | 'task' | 'relation' | 'reference' | 'telemetry');

/** What a row becomes: the columns that come from it, or the reason why it becomes nothing. */
export type Converted<T extends TableName> =
  | { readonly values: Partial<ImportedRow<T>> }
  | { readonly leftOut: string; readonly isLost: boolean };

type Values<T extends TableName> = Partial<ImportedRow<T>>;

/** How the rows of one table of OpenArca become rows of one table of Kwit. */
export interface TableImport<T extends TableName = TableName> {
  /** Its name there, where that is another one. */
  readonly from?: string;
  readonly kind: Kind;
  readonly to: T;
  /** Whether other rows name its rows. */
  readonly isNamed?: boolean;
  /** Whether Kwit gives its rows no ids. */
  readonly hasNoId?: boolean;
  /** The columns that every row gets alike, and those that are worked out later. */
  readonly constant?: Values<T>;
  convert(row: SourceRow, conversion: Conversion): Converted<T>;
  /** The thing in Kwit that a new row is already, if any. */
  findHere?(values: Values<T>, conversion: Conversion): string | null;
  /** A row was written. @param id empty for a row without one. */
  added?(values: Values<T>, id: string, conversion: Conversion): void;
  /** A row that an earlier run brought has changed there since. @returns a sentence that says what came of it. */
  changed?(values: Values<T>, id: string, conversion: Conversion): Promise<string>;
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
  const taken = new Set([...progress.here.values()].map(({ number }) => number));
  const clashing: number[] = [];
  for (const row of source.rows('tickets', ['number'], ['id', 'number'])) {
    const given = facts.newNumbers.get(String(row.id));
    const here = progress.here.get(run.idOf('ticket', String(row.id)) ?? '');
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
