import { resolve } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { DATE_ORDERS, type DateOrder } from '#contract/table-words.ts';
import { addressOf, type Typed, UsageError } from '#platform';
import { cannotBe } from '../../cli/nearest.ts';
import type { ImportParts, OpenImport } from './incoming/run-import.ts';
import type { OpenTables } from './tables/import-tables.ts';

/** A product that can be left for Kwit: what is typed behind `kwit import <product>`, and how that is opened. */
export interface Product<O extends object> {
  readonly flags: ParseArgsOptionsConfig;
  /** One where it is left out. */
  readonly mostPaths?: number;
  /**
   * Reads the options, as the run keeps them to go on with: paths are whole, keys are in none of them.
   *
   * @throws UsageError for a value that cannot be. @throws ImportRefused for one that the import needs.
   */
  options(path: string, values: Typed<ParseArgsOptionsConfig>['values'], paths: readonly string[]): O;
  /** @param rejectedPath where rejected rows go; null for nowhere. @throws ImportRefused for what is nothing of it. */
  open(options: O, rejectedPath: string | null, parts: ImportParts): Promise<OpenImport | OpenTables>;
}

export const FLAG = { type: 'boolean' } as const;
export const VALUE = { type: 'string' } as const;
export const VALUES = { type: 'string', multiple: true } as const;

/** Reads the value of an option that is one of a few words. @throws UsageError that names them. */
export function choiceOf<W extends string>(option: string, choices: readonly W[], word: string): W {
  const chosen = choices.find((choice) => choice === word);
  if (chosen !== undefined) return chosen;
  throw new UsageError(cannotBe(`--${option}`, word, choices.map(shown)));
}

const SIGNS: Readonly<Record<string, string>> = { ',': '“,”', ';': '“;”', '\t': 'tab' };

const shown = (choice: string): string => SIGNS[choice] ?? choice;

/** Reads what words mean. @throws UsageError that shows a meaning that can be read. */
export function meaningsOf<M>(
  texts: readonly string[] = [],
  read: (text: string) => readonly [string, M] | null,
  example: string,
): Record<string, M> {
  const meanings = texts.map((text) => {
    const meaning = read(text);
    if (meaning !== null) return meaning;
    throw new UsageError(`--map cannot be “${text}”. It says what a word means in Kwit: ${example}`);
  });
  return Object.fromEntries(meanings);
}

/** @throws UsageError */
export function zoneOf(zone: string): string {
  try {
    Temporal.PlainDate.from('2026-01-01').toZonedDateTime(zone);
    return zone;
  } catch {
    throw new UsageError(`--zone cannot be “${zone}”. It is a name like Europe/Warsaw, or UTC.`);
  }
}

/** In which order days are written; null where the source is to tell. @throws UsageError */
export const datesOf = (dates: string | undefined): DateOrder | null =>
  dates === undefined ? null : choiceOf('dates', DATE_ORDERS, dates);

/** Whether the last comment of a closed ticket is its answer. @throws UsageError */
const isLastComment = (answer: string | undefined): boolean =>
  answer !== undefined && choiceOf('answer', ['last-comment'], answer) === 'last-comment';

/** The whole path that an option names. */
export const pathOf = (path: string | undefined): string | null => (path === undefined ? null : resolve(path));

export const addressesOf = (texts: readonly string[] = []): readonly string[] => texts.map(addressOf);

/** Whether fields are made for what the product asks in fields of its own. A run of before, which says nothing of it, goes on alike. */
export const madeFieldsOf = (fields: boolean | undefined): { readonly makesFields?: true } =>
  fields === true ? { makesFields: true } : {};

/** Options of every product whose people, fields and answers are to be found. */
export const OF_PEOPLE = { people: VALUE, answer: VALUE, fields: FLAG, 'restricted-to': VALUES } as const;

export const peopleChoiceOf = ({ people, answer, fields, ...values }: Typed<typeof OF_PEOPLE>['values']) => ({
  ...madeFieldsOf(fields),
  /** The addresses of developers who work on what is restricted. */
  restrictedTo: addressesOf(values['restricted-to']),
  /** A table of `login, email, name`; null for none. */
  peoplePath: pathOf(people),
  lastCommentAnswers: isLastComment(answer),
});

export const FROM_A_FILE = { ...OF_PEOPLE, zone: VALUE, files: VALUE, map: VALUES, comments: VALUE } as const;

/** Options on comments and answers of a file. @param usual who reads its comments, unless somebody says otherwise. */
export const fileChoiceOf = (
  { files, comments, ...values }: Typed<typeof FROM_A_FILE>['values'],
  usual: 'public' | 'internal',
) => ({
  ...peopleChoiceOf(values),
  /** Downloads of its files; null for none. */
  filesFolder: pathOf(files),
  commentsArePublic: choiceOf('comments', ['public', 'internal'], comments ?? usual) === 'public',
});
