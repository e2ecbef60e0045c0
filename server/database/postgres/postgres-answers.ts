import type { AnswerDialect, AnswerEntry, Wanted } from '../answer-dialect.ts'
import type { Connection } from '../connection.ts'
import { postgresReporterWord } from './postgres-search.ts'

/** One row of a stem covers a block of this many tickets. A byte is the place of a ticket in its block. */
const BLOCK = 256

/** Marks a stem by which an answer is found for readers who may not open its ticket. */
const ofShared = (stem: string): string => `~${stem}`

/** A search for several stems reads at most this many rows of each: 262,144 tickets. */
const MOST_ROWS = 1024

const blockOf = (number: number): number => Math.floor(number / BLOCK)
const placeOf = (number: number): Buffer => Buffer.of(number % BLOCK)

/** Removes the place `$2` from a row. The row may be left without places. */
const WITHOUT = `answers = overlay(answers placing ''::bytea from position($2::bytea in answers) for 1)`

/**
 * Every transaction adds its stems in alphabetical order, so two that add stems never deadlock. One that removes stems as
 * well may, and is then run again.
 */
const PUT = `with before as (select tsvector_to_array(stems) as stems from search_answers where rowid = $3),
  kept as (
    insert into search_answers (rowid, stems) values ($3, array_to_tsvector($4::text[]))
    on conflict (rowid) do update set stems = excluded.stems),
  gone as (
    update answer_stems set ${WITHOUT} from before
    where block = $1 and position($2::bytea in answers) > 0
      and stem in (select unnest(before.stems) except select unnest($4::text[])))
  insert into answer_stems (stem, block, answers)
  select stem, $1, $2 from unnest($4::text[]) as stem order by stem
  on conflict (stem, block) do update set answers = answer_stems.answers || excluded.answers
  where position(excluded.answers in answer_stems.answers) = 0`

const FILL = `insert into search_answers (rowid, stems) values ($1, array_to_tsvector($2::text[]))
  on conflict (rowid) do update set stems = excluded.stems`

const DROP = `with before as (delete from search_answers where rowid = $3 returning tsvector_to_array(stems) as stems)
  update answer_stems set ${WITHOUT} from before
  where block = $1 and position($2::bytea in answers) > 0 and stem = any(before.stems)`

/** Fills the table of stems from `search_answers`: one statement, because a row that grows stem by stem is written anew each time. */
export const ANSWER_STEMS = `insert into answer_stems (stem, block, answers)
  select stem, rowid / ${BLOCK}, string_agg(set_byte('\\x00', 0, (rowid % ${BLOCK})::integer), ''::bytea)
  from search_answers, unnest(tsvector_to_array(stems)) as stem
  group by stem, rowid / ${BLOCK}
  on conflict (stem, block) do nothing`

/**
 * For each word of `$1` its newest rows, `$2` at most, as one text of bytes: of each row four bytes of block number, two
 * of length, and the places.
 *
 * @param within a further condition.
 */
const rowsOf = (within: string) => `select found.answers
  from unnest($1::text[]) with ordinality as asked (stem, list)
  cross join lateral (
    select string_agg(int4send(block) || int2send(length(answers)::int2) || answers, ''::bytea order by block desc) as answers
    from (
      select block, answers from answer_stems
      where answer_stems.stem = asked.stem and answers <> '' ${within} order by block desc limit $2) as newest) as found
  order by asked.list`

const ROWS = rowsOf('')
const ROWS_OF_OWN = rowsOf('and block in (select own.block from answer_stems as own where own.stem = $3)')

const NOWHERE = Buffer.alloc(0)

/** The answers with one stem: places by block, the newest block first. */
type Places = ReadonlyMap<number, Buffer>

function placesIn(rows: Buffer): Places {
  const places = new Map<number, Buffer>()
  for (let at = 0; at < rows.length; ) {
    const from = at + 6
    const to = from + rows.readUInt16BE(at + 4)
    places.set(rows.readInt32BE(at), rows.subarray(from, to))
    at = to
  }
  return places
}

/** The newest answers that are in all of the lists, newest first. */
function newestOfAll(lists: readonly Places[], most: number): number[] {
  const [fewest, ...others] = lists.toSorted((a, b) => a.size - b.size)
  const numbers: number[] = []
  for (const [block, places] of fewest ?? []) {
    const rest = others.map((list) => list.get(block))
    const common = places.filter((place) => rest.every((list) => list?.includes(place)))
    for (const place of common.sort().toReversed()) numbers.push(block * BLOCK + place)
    if (numbers.length >= most) break
  }
  return numbers.slice(0, most)
}

/** For each wanted, the newest answers that have it. @param own a word that every list has. */
async function newestWith(
  connection: Connection,
  wanted: readonly Wanted[],
  most: number,
  own: string | null,
): Promise<number[][]> {
  const words = [...new Set(wanted.flat(2))]
  // Each row has at least one answer, so `most` rows are enough for a single word.
  const depth = wanted.flat().every((list) => list.length === 1) ? most : MOST_ROWS
  const found = await connection.rows<{ answers: Buffer | null }>(
    own === null
      ? { sql: ROWS, name: 'answer_stems', parameters: [words, depth] }
      : { sql: ROWS_OF_OWN, name: 'own_answer_stems', parameters: [words, depth, own] },
  )
  const places = new Map(words.map((word, index) => [word, placesIn(found[index]?.answers ?? NOWHERE)]))
  const newestOf = (list: readonly string[]) =>
    newestOfAll(
      list.map((word) => places.get(word) ?? new Map()),
      most,
    )
  return wanted.map((lists) => merged(lists.map(newestOf), most))
}

const wordsOf = ({ reporterId, stems, shared }: AnswerEntry): string[] => [
  ...new Set([postgresReporterWord(reporterId), ...stems, ...shared.map(ofShared)]),
]

function merged(lists: readonly number[][], most: number): number[] {
  const [only, ...others] = lists
  if (only === undefined || others.length === 0) return only ?? []
  return [...new Set(lists.flat())].sort((one, other) => other - one).slice(0, most)
}

const newest: AnswerDialect['newest'] = async (connection, wanted, reader, most) => {
  if (reader.all) return newestWith(connection, wanted, most, null)
  const mark = postgresReporterWord(reader.ownId)
  const marked = wanted.map((lists) => lists.map((list) => [mark, ...list]))
  const own = await newestWith(connection, marked, most, mark)
  if (!reader.shared) return own
  const ofOthers = wanted.map((lists) => lists.map((list) => list.map(ofShared)))
  const shared = await newestWith(connection, ofOthers, most, null)
  return own.map((numbers, index) => merged([numbers, shared[index] ?? []], most))
}

/**
 * A row for each stem and block of 256 tickets holds a byte for each ticket with that stem. The newest answers with a
 * stem are read from the end of its rows, which GIN cannot do; the answers with two stems are in the rows of both.
 */
export const postgresAnswers: AnswerDialect = {
  put: (entry) => ({
    sql: PUT,
    name: 'put_answer',
    parameters: [blockOf(entry.number), placeOf(entry.number), entry.number, wordsOf(entry)],
  }),
  fill: (entry) => ({ sql: FILL, name: 'fill_answer', parameters: [entry.number, wordsOf(entry)] }),
  async fillEnds(connection) {
    await connection.run({ sql: 'truncate answer_stems', parameters: [] })
    await connection.run({ sql: ANSWER_STEMS, parameters: [] })
  },
  drop: ({ number }) => ({ sql: DROP, name: 'drop_answer', parameters: [blockOf(number), placeOf(number), number] }),
  newest,
}
