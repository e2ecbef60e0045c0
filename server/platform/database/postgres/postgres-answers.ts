import type { Connection } from '../connection.ts';
import type { AnswerDialect, AnswerEntry, AnswerScope, Wanted } from '../dialect.ts';
import { BLOCK, MOST_ROWS, newestOfAll, type Places, readPlaces } from './postgres-answer-rows.ts';
import { newestOfOwn } from './postgres-own-answers.ts';
import { postgresReporterWord } from './postgres-search.ts';

/** Marks a stem by which an answer is found for readers who may not open its ticket. */
const ofShared = (stem: string): string => `~${stem}`;

const blockOf = (number: number): number => Math.floor(number / BLOCK);
const placeOf = (number: number): Buffer => Buffer.of(number % BLOCK);

/** Removes the place `$2` from a row. The row may be left without places. */
const WITHOUT = `answers = overlay(answers placing ''::bytea from position($2::bytea in answers) for 1)`;

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
  where position(excluded.answers in answer_stems.answers) = 0`;

const FILL = `insert into search_answers (rowid, stems) values ($1, array_to_tsvector($2::text[]))
  on conflict (rowid) do update set stems = excluded.stems`;

const DROP = `with before as (delete from search_answers where rowid = $3 returning tsvector_to_array(stems) as stems)
  update answer_stems set ${WITHOUT} from before
  where block = $1 and position($2::bytea in answers) > 0 and stem = any(before.stems)`;

/** The stems of so many blocks are put together at once: they fit in memory. */
const FILLED_BLOCKS = 4;

/** The rows of some blocks. Put together, because a row that grows answer by answer is written anew each time. */
const FILL_BLOCKS = `insert into answer_stems (stem, block, answers)
  select stem, rowid / ${BLOCK}, string_agg(set_byte('\\x00', 0, (rowid % ${BLOCK})::integer), ''::bytea)
  from search_answers, unnest(tsvector_to_array(stems)) as stem
  where rowid >= $1 and rowid < $2
  group by stem, rowid / ${BLOCK}`;

/** Fills the table of stems from `search_answers`, and makes its key after that: little more than half of the work. */
export async function fillAnswerStems(connection: Connection): Promise<void> {
  const run = (sql: string) => connection.run({ sql, parameters: [] });
  await run('truncate answer_stems');
  await run('alter table answer_stems drop constraint answer_stems_pkey');
  const [newest] = await connection.rows<{ number: number | null }>({
    sql: 'select max(rowid) as number from search_answers',
    parameters: [],
  });
  const step = FILLED_BLOCKS * BLOCK;
  for (let first = 0; first <= (newest?.number ?? -1); first += step)
    await connection.run({ sql: FILL_BLOCKS, parameters: [first, first + step] });
  await run('alter table answer_stems add primary key (stem, block) include (answers)');
}

/** So many rows of each word are read first: enough of those of a common word, and all of those of a rare one. */
const FIRST_ROWS = 32;
/** Where some rows are known, so many times as many are read as would hold enough answers if all rows were like these. */
const MARGIN = 1.5;

/** How many rows of a list's words are read first. */
function firstRows(list: readonly string[], most: number, places: ReadonlyMap<string, Places>): number {
  const [word = '', ...others] = list;
  const known = others.length === 0 ? places.get(word) : undefined;
  return Math.min(most, known ? Math.max(FIRST_ROWS, Math.ceil((MARGIN * most) / known.perRow)) : FIRST_ROWS);
}

/** For each wanted, the newest answers that have it. */
async function newestWith(
  connection: Connection,
  wanted: readonly Wanted[],
  scope: AnswerScope,
  most: number,
): Promise<number[][]> {
  // What was read for a scope: a question asks for some of its stems several times.
  const placesOfScope = connection.kept<AnswerScope, Map<string, Places>>('places');
  const places = placesOfScope.get(scope) ?? new Map<string, Places>();
  placesOfScope.set(scope, places);
  const found = wanted.map((): number[] => []);
  const read = async (indexes: readonly number[], depthOf: (list: readonly string[]) => number) => {
    const depths = new Map<string, number>();
    for (const list of indexes.flatMap((index) => wanted[index] ?? []))
      for (const word of list) depths.set(word, Math.max(depths.get(word) ?? 0, depthOf(list)));
    // All rows of a word, or as many as are asked for, may be known.
    for (const [word, depth] of depths) {
      const known = places.get(word);
      if (known && (known.end === 0 || known.depth >= depth)) depths.delete(word);
    }
    if (depths.size > 0) for (const [word, one] of await readPlaces(connection, depths, places)) places.set(word, one);
    const placesOf = (list: readonly string[]) => list.flatMap((word) => places.get(word) ?? []);
    for (const index of indexes) {
      const lists = wanted[index] ?? [];
      found[index] = merged(
        lists.map((list) => newestOfAll(placesOf(list), most)),
        most,
      );
    }
    // Whether older answers than the ones that were read would be among the newest of a wanted.
    return indexes.filter((index) => {
      const end = Math.max(0, ...(wanted[index] ?? []).flatMap(placesOf).map((one) => one.end));
      const oldest = found[index]?.[most - 1] ?? 0;
      return oldest < end * BLOCK;
    });
  };
  const open = await read([...wanted.keys()], (list) => firstRows(list, most, places));
  // Each row has at least one answer, so `most` rows are enough for a single word.
  if (open.length > 0) await read(open, ({ length }) => (length === 1 ? most : MOST_ROWS));
  return found;
}

const wordsOf = ({ reporterId, stems, shared }: AnswerEntry): string[] => [
  ...new Set([postgresReporterWord(reporterId), ...stems, ...shared.map(ofShared)]),
];

function merged(lists: readonly number[][], most: number): number[] {
  const [only, ...others] = lists;
  if (only === undefined || others.length === 0) return only ?? [];
  return [...new Set(lists.flat())].sort((one, other) => other - one).slice(0, most);
}

const newest: AnswerDialect['newest'] = async (connection, wanted, scope, most) => {
  if ('all' in scope && scope.all) return newestWith(connection, wanted, scope, most);
  const ofOthers = wanted.map((lists) => lists.map((list) => list.map(ofShared)));
  if (!('all' in scope)) return newestWith(connection, ofOthers, scope, most);
  const [own, shared] = await Promise.all([
    newestOfOwn(connection, wanted, scope, most),
    scope.shared ? newestWith(connection, ofOthers, scope, most) : [],
  ]);
  return own.map((numbers, index) => merged([numbers, shared[index] ?? []], most));
};

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
  fillEnds: fillAnswerStems,
  drop: ({ number }) => ({ sql: DROP, name: 'drop_answer', parameters: [blockOf(number), placeOf(number), number] }),
  newest,
};
