import type { AnswerDialect } from '../answer-dialect.ts'
import type { Connection } from '../connection.ts'
import { postgresReporterWord } from './postgres-search.ts'

/** One row of a stem covers a block of this many tickets. A byte is the place of a ticket in its block. */
const BLOCK = 256

/** Marks a stem of the answer itself, as opposed to the same stem in the report. */
const ofSummary = (stem: string): string => `~${stem}`

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

const DROP = `with before as (delete from search_answers where rowid = $3 returning tsvector_to_array(stems) as stems)
  update answer_stems set ${WITHOUT} from before
  where block = $1 and position($2::bytea in answers) > 0 and stem = any(before.stems)`

/** Fills the table of stems from `search_answers`. */
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

/** For each group of words, the newest answers that have all of them. @param own a word that every group has. */
async function newestWith(
  connection: Connection,
  groups: readonly (readonly string[])[],
  most: number,
  own: string | null,
): Promise<number[][]> {
  const words = [...new Set(groups.flat())]
  // Each row has at least one answer, so `most` rows are enough for a single word.
  const depth = groups.every((group) => group.length === 1) ? most : MOST_ROWS
  const found = await connection.rows<{ answers: Buffer | null }>(
    own === null
      ? { sql: ROWS, name: 'answer_stems', parameters: [words, depth] }
      : { sql: ROWS_OF_OWN, name: 'own_answer_stems', parameters: [words, depth, own] },
  )
  const places = new Map(words.map((word, index) => [word, placesIn(found[index]?.answers ?? NOWHERE)]))
  return groups.map((group) =>
    newestOfAll(
      group.map((word) => places.get(word) ?? new Map()),
      most,
    ),
  )
}

const merged = (a: readonly number[], b: readonly number[], most: number): number[] =>
  [...new Set([...a, ...b])].sort((one, other) => other - one).slice(0, most)

const newest: AnswerDialect['newest'] = async (connection, groups, reader, most) => {
  if (reader.all) return newestWith(connection, groups, most, null)
  const mark = postgresReporterWord(reader.ownId)
  const marked = groups.map((group) => [mark, ...group])
  const own = await newestWith(connection, marked, most, mark)
  if (!reader.shared) return own
  const ofSummaries = groups.map((group) => group.map(ofSummary))
  const shared = await newestWith(connection, ofSummaries, most, null)
  return own.map((numbers, index) => merged(numbers, shared[index] ?? [], most))
}

/**
 * A row for each stem and block of 256 tickets holds a byte for each ticket with that stem. The newest answers with a
 * stem are read from the end of its rows, which GIN cannot do; the answers with two stems are in the rows of both.
 */
export const postgresAnswers: AnswerDialect = {
  put: ({ number, reporterId, report, summary }) => ({
    sql: PUT,
    name: 'put_answer',
    parameters: [
      blockOf(number),
      placeOf(number),
      number,
      [...new Set([postgresReporterWord(reporterId), ...report, ...summary, ...summary.map(ofSummary)])],
    ],
  }),
  drop: ({ number }) => ({ sql: DROP, name: 'drop_answer', parameters: [blockOf(number), placeOf(number), number] }),
  newest,
}
