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

/** Whether there is a time zone of this name. */
export function isZone(zone: string): boolean {
  try {
    Temporal.PlainDate.from('2026-01-01').toZonedDateTime(zone);
    return true;
  } catch {
    return false;
  }
}
