import type { Connection } from '../connection.ts'

/** One row of a stem covers a block of this many tickets. A byte is the place of a ticket in its block. */
export const BLOCK = 256

/** A search for several stems reads at most this many rows of each: 262,144 tickets. */
export const MOST_ROWS = 1024

/**
 * For each word of `$1` its newest rows before the block of `$3`, at most as many as `$2` has for it, as one text of bytes: of
 * each row four bytes of block number, two of length, and the places.
 */
const ROWS = `select found.answers
  from unnest($1::text[], $2::integer[], $3::integer[]) with ordinality as asked (stem, depth, before, list)
  cross join lateral (
    select string_agg(int4send(block) || int2send(length(answers)::int2) || answers, ''::bytea order by block desc) as answers
    from (
      select block, answers from answer_stems
      where answer_stems.stem = asked.stem and block < asked.before and answers <> '' order by block desc limit asked.depth) as newest) as found
  order by asked.list`

const NOWHERE = Buffer.alloc(0)
/** Greater than the number of any block. */
const NEWEST = 2 ** 31 - 1
const HEAD = 6

/** So many places are sorted by moving each to where it belongs; more are cheaper to sort by what the language has. */
const FEW_PLACES = 16

/** Sorts the places of a row. Most rows have a few, and a view of each took longer than sorting it. */
function sortPlaces(rows: Buffer, from: number, end: number): void {
  if (end - from > FEW_PLACES) rows.subarray(from, end).sort()
  else
    for (let next = from + 1; next < end; next++) {
      const place = rows[next] as number
      let at = next
      for (; at > from && (rows[at - 1] as number) > place; at--) rows[at] = rows[at - 1] as number
      rows[at] = place
    }
}

/** The answers with one stem, as far as they have been read. */
export class Places {
  /** How many rows have been read. */
  readonly depth: number
  /** Below this block there may be more that were not read. */
  readonly end: number
  readonly #parts: readonly Buffer[]
  #byBlock: ReadonlyMap<number, Buffer> | null = null

  /** @param rows those that follow on what was read `before`, at most `asked`. */
  constructor(rows: Buffer, asked: number, before: Places | undefined) {
    let [count, last] = [0, 0]
    for (let at = 0; at < rows.length; at += HEAD + rows.readUInt16BE(at + 4)) {
      last = rows.readInt32BE(at)
      count += 1
    }
    this.depth = (before?.depth ?? 0) + count
    this.end = count < asked ? 0 : last
    this.#parts = [...(before ? before.#parts : []), rows]
  }

  /** How many answers a row has on average. Each has at least one. */
  get perRow(): number {
    const bytes = this.#parts.reduce((sum, { length }) => sum + length, 0)
    return this.depth === 0 ? 1 : bytes / this.depth - HEAD
  }

  /** The newest answers, newest first. */
  newest(most: number): number[] {
    const numbers: number[] = []
    for (const rows of this.#parts)
      for (let at = 0; at < rows.length && numbers.length < most; ) {
        const first = rows.readInt32BE(at) * BLOCK
        const from = at + HEAD
        at = from + rows.readUInt16BE(at + 4)
        sortPlaces(rows, from, at)
        for (let place = at - 1; place >= from; place -= 1) numbers.push(first + (rows[place] as number))
      }
    return numbers.slice(0, most)
  }

  get byBlock(): ReadonlyMap<number, Buffer> {
    if (this.#byBlock) return this.#byBlock
    const byBlock = new Map<number, Buffer>()
    for (const rows of this.#parts)
      for (let at = 0; at < rows.length; ) {
        const from = at + HEAD
        const block = rows.readInt32BE(at)
        at = from + rows.readUInt16BE(at + 4)
        byBlock.set(block, rows.subarray(from, at))
      }
    this.#byBlock = byBlock
    return byBlock
  }
}

/** Reads the newest rows of words. @param depths how many of each, with those that are known. */
export async function readPlaces(
  connection: Connection,
  depths: ReadonlyMap<string, number>,
  known: ReadonlyMap<string, Places> = new Map(),
): Promise<Map<string, Places>> {
  const asked = [...depths].map(([word, depth]) => {
    const before = known.get(word)
    return { word, before, depth: depth - (before?.depth ?? 0) }
  })
  const found = await connection.rows<{ answers: Buffer | null }>({
    sql: ROWS,
    name: 'answer_stems',
    parameters: [
      asked.map(({ word }) => word),
      asked.map(({ depth }) => depth),
      asked.map(({ before }) => before?.end ?? NEWEST),
    ],
  })
  return new Map(
    asked.map(({ word, before, depth }, index) => [word, new Places(found[index]?.answers ?? NOWHERE, depth, before)]),
  )
}

/** The newest answers that are in all of the lists, newest first. */
export function newestOfAll(lists: readonly Places[], most: number): number[] {
  const [only, ...more] = lists
  if (only === undefined || more.length === 0) return only?.newest(most) ?? []
  const [fewest, ...others] = lists.map(({ byBlock }) => byBlock).sort((a, b) => a.size - b.size)
  const numbers: number[] = []
  // Of each place the last step at which it was found: a step for each list of each block.
  const steps = new Int32Array(BLOCK)
  let step = 0
  for (const [block, places] of fewest ?? []) {
    const rest = others.map((list) => list.get(block))
    step += 1
    for (const place of places) steps[place] = step
    for (const list of rest) {
      for (const place of list ?? []) if (steps[place] === step) steps[place] = step + 1
      step += 1
    }
    const common = places.filter((place) => steps[place] === step)
    for (const place of common.sort().toReversed()) numbers.push(block * BLOCK + place)
    if (numbers.length >= most) break
  }
  return numbers.slice(0, most)
}
