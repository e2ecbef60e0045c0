import { MOST_LABELS_OF_A_TICKET } from '#contract/words.ts';
import { fold } from '#platform';
import { readLine } from './source-words.ts';

/** The first characters of a text. @param most in code points. */
export const cutAt = (text: string, most: number): string =>
  text.length <= most ? text : [...text].slice(0, most).join('');

/** A text in parts of at most so many code points; one part where it is short. */
export function piecesOf(text: string, most: number): string[] {
  if (text.length <= most) return [text];
  const letters = [...text];
  return Array.from({ length: Math.ceil(letters.length / most) }, (_, part) =>
    letters.slice(part * most, (part + 1) * most).join(''),
  );
}

/** The longest name of a label, in code points. */
export const LONGEST_LABEL = 40;

/** Names of another product that labels may have, each once; and the rest, which no ticket can have. */
export function labelsFrom(names: readonly string[]): { readonly labels: string[]; readonly rest: string[] } {
  const labels = new Map<string, string>();
  const rest: string[] = [];
  for (const name of names) {
    const line = readLine(name, () => {});
    if (line === null || /[,|]/.test(line) || [...line].length > LONGEST_LABEL) rest.push(name);
    else if (labels.has(fold(line))) continue;
    else if (labels.size >= MOST_LABELS_OF_A_TICKET) rest.push(name);
    else labels.set(fold(line), line);
  }
  return { labels: [...labels.values()], rest };
}

/** The whole numbers from 1 to the highest that are none of these: `4, 7–9`. @param numbers lowest first. */
export function holesIn(numbers: readonly number[]): string {
  const ranges: string[] = [];
  let expected = 1;
  for (const number of numbers) {
    const last = number - 1;
    if (last >= expected) ranges.push(last === expected ? `${last}` : `${expected}–${last}`);
    expected = number + 1;
  }
  return ranges.join(', ');
}
