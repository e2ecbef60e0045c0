import type { Actor } from '../../actor.ts'
import type { AnswerReader, Wanted } from '../../database/answer-dialect.ts'
import { stemsOfWord } from '../../search/stems.ts'
import type { Work } from '../../work.ts'

/** Who has more answers of their own finds them in the index, which takes three times as long. */
const MOST_OWN = 1000

/**
 * What a reader's own answers are found by, beside what is shared of them: the stems of their rare words. null where that is
 * not all: they read what is not shared as well.
 */
type OwnStems = ReadonlyMap<string, readonly number[]> | null

/** Looks answers up for one question of a reader. */
export class LookUp {
  readonly reader: AnswerReader
  readonly #work: Work<Actor>
  readonly #own: OwnStems

  private constructor(work: Work<Actor>, reader: AnswerReader, own: OwnStems) {
    this.#work = work
    this.reader = reader
    this.#own = own
  }

  static async of(work: Work<Actor>, reader: AnswerReader): Promise<LookUp> {
    return new LookUp(work, reader, await ownStems(work, reader))
  }

  /** For each wanted, the newest answers that have it and that the reader may be told of, at most `most`. */
  async newest(wanted: readonly Wanted[], most: number): Promise<(readonly number[])[]> {
    const own = this.#own
    if (own === null) return this.#work.solved.postings(wanted, this.reader, most)
    const isMixed = (one: Wanted) => one.some((list) => list.length > 1 && list.some((stem) => own.has(stem)))
    const [mixed, others] = [wanted.filter(isMixed), wanted.filter((one) => !isMixed(one))]
    const [ofMixed, ofOthers] = await Promise.all([
      this.#work.solved.postings(mixed, this.reader, most),
      this.#work.solved.postings(others, 'shared', most),
    ])
    const found = new Map<Wanted, readonly number[]>()
    for (const [index, numbers] of ofMixed.entries()) found.set(mixed[index] ?? [], numbers)
    for (const [index, numbers] of ofOthers.entries()) {
      const one = others[index] ?? []
      const rare = one.flatMap(([stem = '', ...more]) => (more.length === 0 ? (own.get(stem) ?? []) : []))
      found.set(one, newestOf(numbers, rare, most))
    }
    return wanted.map((one) => found.get(one) ?? [])
  }
}

/** The newest of two lists, of which the first is sorted already. */
export const newestOf = (sorted: readonly number[], more: readonly number[], most: number): readonly number[] =>
  more.length === 0 ? sorted : [...new Set([...sorted, ...more])].sort((a, b) => b - a).slice(0, most)

async function ownStems(work: Work<Actor>, reader: AnswerReader): Promise<OwnStems> {
  if (reader.all || !reader.shared) return null
  const rows = await work.reportWords.ofOwn(reader.ownId, MOST_OWN)
  if (rows.length >= MOST_OWN && new Set(rows.map(({ number }) => number)).size === MOST_OWN) return null
  const stems = new Map<string, number[]>()
  for (const { number, is_shared, word } of rows) {
    if (is_shared === 0) return null
    if (word === null) continue
    for (const { stem } of stemsOfWord(word)) {
      const numbers = stems.get(stem)
      if (numbers) numbers.push(number)
      else stems.set(stem, [number])
    }
  }
  return stems
}
