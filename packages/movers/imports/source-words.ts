import { CATEGORIES, MOST_LABELS_OF_A_TICKET, PRIORITIES, STATUSES } from '#contract/words.ts';
import { cleanLine, fold, type Instant, instant, readInstant } from '#platform';

/** Text of another product as Kwit can keep it: NUL and halves of letters, which PostgreSQL refuses, become U+FFFD. */
export const keepable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/** The encoding that a mark at the beginning of a file tells; it says more than what anybody believes. */
export function markedAs(first: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be';
  return first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf ? 'utf-8' : null;
}

export const cleanedSentence = (field: string): string =>
  `${field} was made one line: other blanks and marks that nobody sees were taken out`;

/** A field whose text was made one clean line, and what stood there. */
export interface CleanedField {
  readonly field: string;
  readonly value: string;
}

/** A text of one line; null when nothing of it can be seen. @param onCleaned told when more than blanks around it went. */
export function readLine(text: string, onCleaned: () => void): string | null {
  const line = cleanLine(text);
  if (line !== text.trim()) onCleaned();
  return line === '' ? null : line;
}

/** `2026-11-22 01:20:46`, without a zone: UTC. */
const BARE = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{1,9})?$/;
/** With `Z` or an offset. */
const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** Reads a moment as other products write it. @returns null for anything else, which is never guessed. */
export function readMoment(text: string): Instant | null {
  const [, day, time, fraction = ''] = BARE.exec(text) ?? [];
  const spelled = day === undefined ? text : `${day}T${time}${fraction}Z`;
  if (day === undefined && !ZONED.test(text)) return null;
  const read = readInstant(spelled);
  // Date.parse takes the 31st of February for a day in March.
  return read === null || (day !== undefined && !read.startsWith(day)) ? null : read;
}

/** Reads a calendar day. @returns null when there is no such day. */
export function readDay(text: string): string | null {
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0];
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return day !== undefined && !day.startsWith('0000') && !Number.isNaN(at) && instant(at).startsWith(day) ? day : null;
}

/**
 * Undoes what reading UTF-8 as Latin-1 did to a name: `zdarzeÅ\x84` was `zdarzeń`. Another name stays as it is.
 */
export function withoutMojibake(name: string): string {
  if (!/^[\0-\xff]*$/.test(name) || !/[\x80-\xff]/.test(name)) return name;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(name, 'latin1'));
  } catch {
    return name;
  }
}

/** A mark of privacy says one of these of something that is for everybody, folded, in the languages of exports. */
const OPEN_WORDS: ReadonlySet<string> = new Set(
  ['', '0', 'false', 'f', 'no', 'n', 'nie', 'nein', 'non', 'ne', 'ні', 'public', 'publiczne', 'publiczny'].map(fold),
);

/**
 * Whether a mark of another product, such as `is_private` or a column "Confidential", says that something is private. So does
 * a word that nobody knows: only a plain no, or nothing, opens.
 */
export const isMarkedPrivate = (mark: unknown): boolean =>
  mark !== undefined && mark !== null && !OPEN_WORDS.has(fold(String(mark).trim()));

const TASK_STATUSES = ['todo', 'in_progress', 'done'] as const;

/** The lists of words that both products have, by the names that `--map` takes. */
export const WORD_LISTS = {
  status: STATUSES,
  category: CATEGORIES,
  priority: PRIORITIES,
  task_status: TASK_STATUSES,
} as const;
export type WordList = keyof typeof WORD_LISTS;
export type WordOf<L extends WordList> = (typeof WORD_LISTS)[L][number];

/** Words of other products that mean one thing in all of them. */
const SYNONYMS: Readonly<Record<string, string>> = { 'status.open': 'submitted', 'status.opened': 'submitted' };

/** A word that is missing stands for these. */
const INSTEAD = { status: 'submitted', category: 'other', priority: 'normal', task_status: 'todo' } as const;

/** Spellings of words of one list that are remembered. */
const MOST_REMEMBERED = 100;

/** Reads words of another product, with what the operator said that some of them mean. */
export class SourceWords {
  readonly #meanings: ReadonlyMap<string, string>;
  /** Words that were read: each row has some, and they are few. */
  readonly #understood = {
    status: new Map<string, string>(),
    category: new Map<string, string>(),
    priority: new Map<string, string>(),
    task_status: new Map<string, string>(),
  } satisfies Record<WordList, Map<string, string>>;

  /** @param meanings as `--map` has them: `status.resolved` means `waiting`. */
  constructor(meanings: ReadonlyMap<string, string>) {
    this.#meanings = meanings;
  }

  /** @returns null for a word that Kwit does not have, and nobody said what it means. */
  read<L extends WordList>(list: L, word: string | null): WordOf<L> | null {
    if (word === null) return INSTEAD[list];
    const remembered = this.#understood[list].get(word);
    if (remembered !== undefined) return remembered as WordOf<L>;
    const meant = this.#meanings.get(`${list}.${word}`) ?? SYNONYMS[`${list}.${plain(word)}`] ?? plain(word);
    const read = (WORD_LISTS[list] as readonly WordOf<L>[]).find((word) => word === meant);
    if (read === undefined) return null;
    if (this.#understood[list].size < MOST_REMEMBERED) this.#understood[list].set(word, read);
    return read;
  }

  /** Reads a word that a check has understood before. */
  must<L extends WordList>(list: L, word: string | null): WordOf<L> {
    const read = this.read(list, word);
    if (read === null) throw new Error(`${list}.${word} was not understood, and was not found before.`);
    return read;
  }
}

/** "In progress" is the word `in_progress`. */
const plain = (word: string): string => word.trim().toLowerCase().replaceAll(/[ -]/g, '_');

/** Reads one meaning: `status.resolved=waiting`. @returns null when it names no list, or no word of Kwit. */
export function readMeaning(text: string): readonly [string, string] | null {
  const [, list = '', word = '', meant = ''] = /^([a-z_]+)\.(.+)=([a-z_]+)$/.exec(text) ?? [];
  const words = Object.hasOwn(WORD_LISTS, list) ? (WORD_LISTS[list as WordList] as readonly string[]) : [];
  return words.includes(meant) ? [`${list}.${word}`, meant] : null;
}

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
