import type { Connection } from '../connection.ts';

/** One row of a stem covers a block of this many tickets. A byte is the place of a ticket in its block. */
export const BLOCK = 256;

/** A search for several stems reads at most this many rows of each: 262,144 tickets. */
export const MOST_ROWS = 1024;

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
  order by asked.list`;

const NOWHERE = Buffer.alloc(0);
/** Greater than the number of any block. */
const NEWEST = 2 ** 31 - 1;
const HEAD = 6;

/** So many places are sorted by moving each to where it belongs; more are cheaper to sort by what the language has. */
const FEW_PLACES = 16;

/** Sorts the places of a row. Most rows have a few, and a view of each took longer than sorting it. */
function sortPlaces(rows: Buffer, from: number, end: number): void {
  if (end - from > FEW_PLACES) rows.subarray(from, end).sort();
  else
    for (let next = from + 1; next < end; next++) {
      const place = rows[next] as number;
      let at = next;
      for (; at > from && (rows[at - 1] as number) > place; at--) rows[at] = rows[at - 1] as number;
      rows[at] = place;
    }
}

/** The answers with one stem, as far as they have been read. */
export class Places {
  /** How many rows have been read. */
  readonly depth: number;
  /** Below this block there may be more that were not read. */
  readonly end: number;
  readonly #parts: readonly Buffer[];

  /** @param rows those that follow on what was read `before`, at most `asked`. */
  constructor(rows: Buffer, asked: number, before: Places | undefined) {
    let [count, last] = [0, 0];
    for (let at = 0; at < rows.length; at += HEAD + rows.readUInt16BE(at + 4)) {
      last = rows.readInt32BE(at);
      count += 1;
    }
    this.depth = (before?.depth ?? 0) + count;
    this.end = count < asked ? 0 : last;
    this.#parts = [...(before ? before.#parts : []), rows];
  }

  /** How many answers a row has on average. Each has at least one. */
  get perRow(): number {
    const bytes = this.#parts.reduce((sum, { length }) => sum + length, 0);
    return this.depth === 0 ? 1 : bytes / this.depth - HEAD;
  }

  /** The newest answers, newest first. */
  newest(most: number): number[] {
    const numbers: number[] = [];
    for (const rows of this.#parts)
      for (let at = 0; at < rows.length && numbers.length < most; ) {
        const first = rows.readInt32BE(at) * BLOCK;
        const from = at + HEAD;
        at = from + rows.readUInt16BE(at + 4);
        sortPlaces(rows, from, at);
        for (let place = at - 1; place >= from; place -= 1) numbers.push(first + (rows[place] as number));
      }
    return numbers.slice(0, most);
  }

  walk(): Walk {
    return new Walk(this.#parts);
  }
}

/** Goes through the rows of a stem, from the newest block to the oldest. */
class Walk {
  /** The block of the row, and where its places stand in `rows`; less than 0 behind the last row. */
  block = 0;
  rows: Buffer = NOWHERE;
  from = 0;
  end = 0;
  #part = 0;
  readonly #parts: readonly Buffer[];

  constructor(parts: readonly Buffer[]) {
    this.#parts = parts;
    this.next();
  }

  next(): void {
    while (this.end === this.rows.length) {
      const rows = this.#parts[this.#part++];
      if (rows === undefined) {
        this.block = -1;
        return;
      }
      this.rows = rows;
      this.end = 0;
    }
    this.block = this.rows.readInt32BE(this.end);
    this.from = this.end + HEAD;
    this.end = this.from + this.rows.readUInt16BE(this.end + 4);
  }

  /** Passes the rows of newer blocks. */
  passTo(block: number): void {
    while (this.block > block) this.next();
  }
}

/** Reads the newest rows of words. @param depths how many of each, with those that are known. */
export async function readPlaces(
  connection: Connection,
  depths: ReadonlyMap<string, number>,
  known: ReadonlyMap<string, Places> = new Map(),
): Promise<Map<string, Places>> {
  const asked = [...depths].map(([word, depth]) => {
    const before = known.get(word);
    return { word, before, depth: depth - (before?.depth ?? 0) };
  });
  const found = await connection.rows<{ answers: Buffer | null }>({
    sql: ROWS,
    name: 'answer_stems',
    parameters: [
      asked.map(({ word }) => word),
      asked.map(({ depth }) => depth),
      asked.map(({ before }) => before?.end ?? NEWEST),
    ],
  });
  return new Map(
    asked.map(({ word, before, depth }, index) => [word, new Places(found[index]?.answers ?? NOWHERE, depth, before)]),
  );
}

/** The newest answers that are in all of the lists, newest first. */
export function newestOfAll(lists: readonly Places[], most: number): number[] {
  const [only, ...more] = lists;
  if (only === undefined || more.length === 0) return only?.newest(most) ?? [];
  const walks = lists.map((list) => list.walk());
  const numbers: number[] = [];
  // Of each place the last step at which it was found: a step for each list of each block.
  const steps = new Int32Array(BLOCK);
  let step = 0;
  while (numbers.length < most) {
    const block = oldestOf(walks);
    if (block < 0) break;
    for (const walk of walks) walk.passTo(block);
    if (oldestOf(walks) < block) continue;
    for (const [index, { rows, from, end }] of walks.entries()) {
      step += 1;
      for (let at = from; at < end; at++) {
        const place = rows[at] as number;
        if (index === 0 || steps[place] === step - 1) steps[place] = step;
      }
    }
    const { rows, from, end } = walks[0] as Walk;
    const before = numbers.length;
    for (let at = from; at < end; at++) {
      const place = rows[at] as number;
      if (steps[place] === step) insertBelow(numbers, before, block * BLOCK + place);
    }
    for (const walk of walks) walk.next();
  }
  return numbers.slice(0, most);
}

const oldestOf = (walks: readonly Walk[]): number =>
  walks.reduce((oldest, { block }) => Math.min(oldest, block), NEWEST);

/** Puts a number where it belongs among those from `start` on, the greatest first. */
function insertBelow(numbers: number[], start: number, number: number): void {
  let at = numbers.length;
  for (; at > start && (numbers[at - 1] as number) < number; at--) numbers[at] = numbers[at - 1] as number;
  numbers[at] = number;
}
