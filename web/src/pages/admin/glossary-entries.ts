/** The entries of a glossary's text, and the text with one of them changed: pure. */

export interface GlossaryRow {
  /** Where it stands in the text, from 1. */
  line: number;
  /** The forms of a word, a comma between two. */
  word: string;
  /** Synonyms: a bar between two words, a comma between two forms. */
  synonyms: string;
}

/** A line that takes away an entry of the glossary that comes with Kwit. */
const AWAY = /^-\s+(.*)$/;

const isEntry = (line: string): boolean => line.trim() !== '' && !line.startsWith('#') && !AWAY.test(line);

/** Words as they are written in the text: no empty ones, and the same blanks everywhere. */
const tidied = (words: string): string =>
  words
    .split('|')
    .map((word) =>
      word
        .split(',')
        .map((form) => form.trim())
        .filter(Boolean)
        .join(', '),
    )
    .filter(Boolean)
    .join(' | ');

/** The entries in their order, without blank lines and notes. */
export const glossaryRows = (text: string): GlossaryRow[] =>
  text.split(/\r?\n/).flatMap((written, index) => {
    if (!isEntry(written)) return [];
    const at = written.search(written.includes('|') ? /\|/ : /,|$/);
    return [{ line: index + 1, word: tidied(written.slice(0, at)), synonyms: tidied(written.slice(at + 1)) }];
  });

/**
 * The text with an entry changed, or removed where `entry` is null. A new one, whose line is null, stands at the end.
 * Notes and blank lines stay.
 */
export function textWith(text: string, line: number | null, entry: Omit<GlossaryRow, 'line'> | null): string {
  const lines = text.replace(/\s+$/, '').split(/\r?\n/);
  const written = entry === null ? [] : [`${tidied(entry.word)} | ${tidied(entry.synonyms)}`];
  if (line === null) lines.push(...written);
  else lines.splice(line - 1, 1, ...written);
  return `${lines.join('\n').replace(/^\n/, '')}\n`;
}

/** The forms whose entries are taken away from the glossary that comes with Kwit. */
export const formsAway = (text: string): string[] =>
  text.split(/\r?\n/).flatMap((line) => AWAY.exec(line)?.[1]?.trim() ?? []);

/** The text that takes the entry with a form away, or no longer does. */
export function textWithAway(text: string, form: string, isAway: boolean): string {
  const others = text.split(/\r?\n/).filter((line) => AWAY.exec(line)?.[1]?.trim() !== form);
  return `${[...others.join('\n').trimEnd().split('\n'), ...(isAway ? [`- ${form}`] : [])].join('\n').trim()}\n`;
}

/** Lines that take entries away say nothing once ours does not hold. */
export const withoutAway = (text: string, withBuiltIn: boolean): string =>
  withBuiltIn
    ? text
    : text
        .split(/\r?\n/)
        .filter((line) => !AWAY.test(line))
        .join('\n');
