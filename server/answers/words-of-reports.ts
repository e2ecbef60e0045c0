import type { ReportWordStore } from '../search/report-word-store.ts';
import { StemsOfWords } from '../search/stems.ts';

/** Words that are remembered, and rare ones that are gathered before they are written. */
const MOST_REMEMBERED = 50_000;
const MOST_GATHERED = 20_000;

/**
 * Which words of reports are common, and which rare ones are kept, for many answers at once: each word is asked for once, and
 * one statement writes many. The index of words writes a part of its own at each such statement.
 */
export class WordsOfReports {
  readonly stems = new StemsOfWords();
  readonly #store: ReportWordStore;
  readonly #isCommon = new Map<string, boolean>();
  #rare = new Map<number, readonly string[]>();
  #gathered = 0;

  constructor(store: ReportWordStore) {
    this.#store = store;
  }

  /** Learns which of the words are common. Of others nothing is known. */
  async learn(words: ReadonlySet<string>): Promise<void> {
    if (this.#isCommon.size + words.size > MOST_REMEMBERED) this.#isCommon.clear();
    const asked = [...words].filter((word) => !this.#isCommon.has(word));
    const common = await this.#store.common(asked);
    for (const word of asked) this.#isCommon.set(word, common.has(word));
  }

  /** @param word one that was learnt. */
  readonly isCommon = (word: string): boolean => this.#isCommon.get(word) === true;

  /** Sets which words of a ticket's report are rare. */
  async putRare(number: number, rare: readonly string[]): Promise<void> {
    this.#rare.set(number, rare);
    this.#gathered += rare.length;
    if (this.#gathered > MOST_GATHERED) await this.end();
  }

  /** Writes what is left. */
  async end(): Promise<void> {
    const rare = this.#rare;
    this.#rare = new Map();
    this.#gathered = 0;
    if (rare.size > 0) await this.#store.putRare(rare);
  }
}
