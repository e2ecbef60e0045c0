import { stemTagsOf } from '#access';
import type { Actor, AnswerScope, StemLists, Work } from '#platform';
import type { MemoryReader } from '../answers/answers.ts';
import { SolvedStore } from '../answers/solved-store.ts';
import { ReportWordStore } from '../search/report-word-store.ts';
import { stemsOfWord } from '../search/stems.ts';

/** Answers by words that were rare when they were indexed: the reader's own, and others' by what two more have by now. */
interface Rare {
  readonly stems: ReadonlySet<string>;
  readonly byStem: ReadonlyMap<string, readonly number[]>;
  /** The stems of rare words of the reader's own. */
  readonly own: ReadonlySet<string>;
}

const NOTHING_RARE: Rare = { stems: new Set(), byStem: new Map(), own: new Set() };

/** Looks answers up for one question of a reader. */
export class LookUp {
  readonly #work: Work<Actor>;
  readonly #reader: MemoryReader;
  /** Whether what is shared, and rare words, lead to all answers of the reader's own. */
  readonly #sharesAll: boolean;
  readonly #scope: AnswerScope;
  /** The tags of the sealed projects that the reader sees. */
  readonly #tags: readonly string[];
  /** Rare words that were looked up: a question asks for them again. */
  readonly #remembered: Rare[] = [];

  private constructor(work: Work<Actor>, reader: MemoryReader, sharesAll: boolean) {
    this.#work = work;
    this.#reader = reader;
    this.#sharesAll = sharesAll;
    this.#tags = reader.all ? stemTagsOf(reader.person) : [];
    this.#scope = sharesAll ? { only: 'shared' } : this.#reader;
  }

  static async of(work: Work<Actor>, reader: MemoryReader): Promise<LookUp> {
    return new LookUp(
      work,
      reader,
      !reader.all && reader.shared && (await work.of(SolvedStore).sharesAll(reader.ownId)),
    );
  }

  /** For each unit, the newest answers that have it and that the reader may be told of, at most `most`. */
  async newest(units: readonly StemLists[], most: number): Promise<(readonly number[])[]> {
    const solved = this.#work.of(SolvedStore);
    const everywhere = this.#tags.length === 0 ? units : units.map((unit) => inSpaces(unit, this.#tags));
    const [postings, rare] = await Promise.all([solved.postings(everywhere, this.#scope, most), this.#rareOf(units)]);
    // One of several stems may be shared, and another a rare one of the reader's own.
    const isMixed = (unit: StemLists) =>
      unit.some((list) => list.length > 1 && list.some((stem) => rare.own.has(stem)));
    const mixed = this.#sharesAll ? units.filter(isMixed) : [];
    const ofMixed = await solved.postings(mixed, this.#reader, most);
    const again = new Map(mixed.map((unit, index) => [unit, ofMixed[index]]));
    return units.map((unit, index) => {
      const more = unit.flatMap(([stem = '', ...others]) => (others.length === 0 ? (rare.byStem.get(stem) ?? []) : []));
      return newestOf(again.get(unit) ?? postings[index] ?? [], more, most);
    });
  }

  async #rareOf(units: readonly StemLists[]): Promise<Rare> {
    if (this.#reader.all || !this.#reader.shared) return NOTHING_RARE;
    const stems = new Set(units.flat(2));
    const remembered = this.#remembered.find((entry) => stems.isSubsetOf(entry.stems));
    if (remembered) return remembered;
    const { rows, areAll } = await this.#work.of(ReportWordStore).rare(this.#reader.ownId, [...stems]);
    const byStem = new Map<string, number[]>();
    const own = new Set<string>();
    for (const { word, number, is_own } of rows)
      for (const { stem } of stemsOfWord(word)) {
        byStem.set(stem, [...(byStem.get(stem) ?? []), number]);
        if (is_own === 1) own.add(stem);
      }
    const rare = { stems, byStem, own };
    if (areAll) this.#remembered.push(rare);
    return rare;
  }
}

/** These stems in the open, and in the space of each sealed project. */
const inSpaces = (unit: StemLists, tags: readonly string[]): StemLists =>
  unit.flatMap((stems) => [stems, ...tags.map((tag) => stems.map((stem) => `${stem}${tag}`))]);

/** The newest of two lists, of which the first is sorted already. */
const newestOf = (sorted: readonly number[], more: readonly number[], most: number): readonly number[] =>
  more.length === 0 ? sorted : [...new Set([...sorted, ...more])].sort((a, b) => b - a).slice(0, most);
