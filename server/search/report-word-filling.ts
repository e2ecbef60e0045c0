/** So many reporters of a word are kept. With as many, two others than the reader have the word, no matter who reads. */
export const KEPT_REPORTERS = 3;
/** Stands for as many reporters as are kept, no matter who they are. */
const ENOUGH: readonly string[] = [];
/** Filling gathers so many words. Those that are written in their order find the pages of the index together. */
const MOST_GATHERED = 20_000;

/** Writes the words of many reports: of the reporters of a word no more than are kept, and many words with one statement. */
export class ReportWordFilling {
  readonly #write: (pairs: readonly (readonly [word: string, reporter: string])[]) => Promise<unknown>;
  readonly #reportersOf = new Map<string, readonly string[]>();
  #pairs: [string, string][] = [];

  constructor(write: (pairs: readonly (readonly [word: string, reporter: string])[]) => Promise<unknown>) {
    this.#write = write;
  }

  async take(reporter: string, words: readonly string[]): Promise<void> {
    for (const word of words) {
      const reporters = this.#reportersOf.get(word);
      if (reporters === ENOUGH || reporters?.includes(reporter)) continue;
      const known = reporters ?? [];
      this.#reportersOf.set(word, known.length + 1 === KEPT_REPORTERS ? ENOUGH : [...known, reporter]);
      this.#pairs.push([word, reporter]);
    }
    if (this.#pairs.length >= MOST_GATHERED) await this.end();
  }

  /** Writes what is left. */
  async end(): Promise<void> {
    const pairs = this.#pairs;
    this.#pairs = [];
    if (pairs.length > 0) await this.#write(pairs);
  }
}
