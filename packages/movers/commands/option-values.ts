import { resolve } from 'node:path';
import { UsageError } from '#platform';
import { cannotBe } from '../../cli/nearest.ts';

/** Reads the value of an option that is one of a few words. @throws UsageError that names them. */
export function choiceOf<W extends string>(option: string, choices: readonly W[], given: string): W {
  const chosen = choices.find((one) => one === given);
  if (chosen !== undefined) return chosen;
  throw new UsageError(cannotBe(`--${option}`, given, choices.map(shown)));
}

const SIGNS: Readonly<Record<string, string>> = { ',': '“,”', ';': '“;”', '\t': 'tab' };

const shown = (choice: string): string => SIGNS[choice] ?? choice;

/** Reads what words mean. @throws UsageError that shows a meaning that can be read. */
export function meaningsOf<M>(given: readonly string[], read: (text: string) => M | null, example: string): M[] {
  return given.map((text) => {
    const meaning = read(text);
    if (meaning !== null) return meaning;
    throw new UsageError(`--map cannot be “${text}”. It says what a word means in Kwit: ${example}`);
  });
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

/** Whether the last comment of a closed ticket is its answer. @throws UsageError */
export const isLastComment = (answer: string | undefined): boolean =>
  answer !== undefined && choiceOf('answer', ['last-comment'], answer) === 'last-comment';

/** The whole path that an option names. */
export const pathOf = (path: string | undefined): string | null => (path === undefined ? null : resolve(path));
