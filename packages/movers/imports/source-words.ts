import { CATEGORIES, PRIORITIES, STATUSES } from '#contract/words.ts';

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

/** What a word that is missing stands for. */
const INSTEAD = { status: 'submitted', category: 'other', priority: 'normal', task_status: 'todo' } as const;

/** Spellings of words of one list that are remembered. */
const MOST_REMEMBERED = 100;

/** Reads words of another product, with what the operator said that some of them mean. */
export class SourceWords {
  readonly #meanings: ReadonlyMap<string, string>;
  /** What words were read as: each row has some, and they are few. */
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
    const known = this.#understood[list].get(word);
    if (known !== undefined) return known as WordOf<L>;
    const meant = this.#meanings.get(`${list}.${word}`) ?? plain(word);
    const read = (WORD_LISTS[list] as readonly WordOf<L>[]).find((one) => one === meant);
    if (read === undefined) return null;
    if (this.#understood[list].size < MOST_REMEMBERED) this.#understood[list].set(word, read);
    return read;
  }

  /** The same where every word of the source is known to be understood. */
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
