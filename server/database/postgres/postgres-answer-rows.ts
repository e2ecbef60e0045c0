import type { Connection } from '../connection.ts'

/** One row of a stem covers a block of this many tickets. A byte is the place of a ticket in its block. */
export const BLOCK = 256

/** A search for several stems reads at most this many rows of each: 262,144 tickets. */
export const MOST_ROWS = 1024

/**
 * For each word of `$1` its newest rows, at most as many as `$2` has for it, as one text of bytes: of each row four bytes of
 * block number, two of length, and the places.
 */
const ROWS = `select found.answers
  from unnest($1::text[], $2::integer[]) with ordinality as asked (stem, depth, list)
  cross join lateral (
    select string_agg(int4send(block) || int2send(length(answers)::int2) || answers, ''::bytea order by block desc) as answers
    from (
      select block, answers from answer_stems
      where answer_stems.stem = asked.stem and answers <> '' order by block desc limit asked.depth) as newest) as found
  order by asked.list`

const NOWHERE = Buffer.alloc(0)

/** The answers with one stem: places by block, the newest block first. */
export interface Places {
  readonly byBlock: ReadonlyMap<number, Buffer>
  /** Below this block there may be more that were not read. */
  readonly end: number
}

function placesIn(rows: Buffer, depth: number): Places {
  const byBlock = new Map<number, Buffer>()
  let last = 0
  for (let at = 0; at < rows.length; ) {
    const from = at + 6
    const to = from + rows.readUInt16BE(at + 4)
    last = rows.readInt32BE(at)
    byBlock.set(last, rows.subarray(from, to))
    at = to
  }
  return { byBlock, end: byBlock.size < depth ? 0 : last }
}

/** Reads the newest rows of words. @param depths how many of each. */
export async function readPlaces(
  connection: Connection,
  depths: ReadonlyMap<string, number>,
): Promise<Map<string, Places>> {
  const found = await connection.rows<{ answers: Buffer | null }>({
    sql: ROWS,
    name: 'answer_stems',
    parameters: [[...depths.keys()], [...depths.values()]],
  })
  return new Map([...depths].map(([word, depth], index) => [word, placesIn(found[index]?.answers ?? NOWHERE, depth)]))
}

/** The newest answers that are in all of the lists, newest first. */
export function newestOfAll(lists: readonly Places[], most: number): number[] {
  const [fewest, ...others] = lists.map(({ byBlock }) => byBlock).sort((a, b) => a.size - b.size)
  const numbers: number[] = []
  for (const [block, places] of fewest ?? []) {
    const rest = others.map((list) => list.get(block))
    const common = places.filter((place) => rest.every((list) => list?.includes(place)))
    for (const place of common.sort().toReversed()) numbers.push(block * BLOCK + place)
    if (numbers.length >= most) break
  }
  return numbers.slice(0, most)
}
