import type { Connection } from '../connection.ts';
import type { AnswerDialect, AnswerEntry, AnswerScope, StemLists } from '../dialect.ts';
import { postgresReporterWord } from './postgres-search.ts';

const INSERT = `insert into answer_stems (number, stem, is_shared)
  select $1::integer, stem, is_shared from unnest($2::text[], $3::boolean[]) as entry (stem, is_shared)`;

/** Only rows of one ticket are written, and the write holds that ticket, so writers of other tickets neither wait nor deadlock. */
const PUT = `with removal as (delete from answer_stems where number = $1 and stem <> all($2))
  ${INSERT} on conflict (stem, number) do update set is_shared = excluded.is_shared
  where answer_stems.is_shared <> excluded.is_shared`;

async function runAll(connection: Connection, statements: readonly string[]): Promise<void> {
  for (const sql of statements) await connection.run({ sql, parameters: [] });
}

function parametersOf({ number, reporterId, stems, shared }: AnswerEntry): unknown[] {
  const isShared = new Set(shared);
  const words = [postgresReporterWord(reporterId), ...new Set(stems)];
  return [number, words, words.map((word) => isShared.has(word))];
}

/** At most this many of the newest answers of the reader's own are looked at. */
const MOST_OWN = 100;
const OWN = `any(array(select number from answer_stems where stem = $3 order by number desc limit ${MOST_OWN}))`;

/** Which of the rows of a stem a scope has. */
const CONDITIONS = {
  all: () => [],
  shared: (row: string) => [`${row}.is_shared`],
  own: (row: string) => [`${row}.number = ${OWN}`],
  ownAndShared: (row: string) => [`(${row}.is_shared or ${row}.number = ${OWN})`],
} satisfies Record<string, (row: string) => readonly string[]>;

type Kind = keyof typeof CONDITIONS;

function kindOf(scope: AnswerScope): Kind {
  if (!('all' in scope)) return 'shared';
  if (scope.all) return 'all';
  return scope.shared ? 'ownAndShared' : 'own';
}

/**
 * Where no more answers have the first of several stems, they are looked up in the rows of the next, of which there may be
 * half as many as answers. Otherwise the rows of both are merged, those of the newest tickets.
 */
const FEW = 2000;
const MERGED_TICKETS = 262_144;
const RECENT = `> (select max(number) from answer_stems) - ${MERGED_TICKETS}`;

/** Reads the newest answers with all stems of each list of `$1`. Each list has so many. */
function newestOfAll(stems: number, kind: Kind): string {
  const rows = Array.from({ length: stems }, (_, index) => `of${index + 1}`);
  const conditions = rows.map((row, index) =>
    [`${row}.stem = stems[${index + 1}]`, ...CONDITIONS[kind](row)].join(' and '),
  );
  const newestFrom = (first: number, also = '') => {
    const tables = rows.map((row, index) => `answer_stems as ${row}${index === first ? '' : ' using (number)'}`);
    return `array(select number from ${tables.slice(first).join(' join ')}
      where ${conditions.slice(first).join(' and ')} ${also} order by number desc limit $2)`;
  };
  const lists = `unnest($1::text[]) with ordinality as asked (list, place) cross join string_to_array(list, ' ') as stems`;
  if (stems === 1) return `select array_to_string(${newestFrom(0)}, ',') as numbers from ${lists} order by place`;
  return `select array_to_string(
      case when cardinality(few) > ${FEW} then ${newestFrom(0, `and of1.number ${RECENT}`)}
      else ${newestFrom(1, 'and number = any(few)')} end, ',') as numbers
    from ${lists} cross join lateral (
      select array(select number from answer_stems as of1 where ${conditions[0]} limit ${FEW + 1}) as few offset 0) as of_first
    order by place`;
}

function merged(numbers: readonly number[][], most: number): number[] {
  const [only, ...others] = numbers;
  if (only === undefined || others.length === 0) return only ?? [];
  return [...new Set(numbers.flat())].sort((number, other) => other - number).slice(0, most);
}

const newest: AnswerDialect['newest'] = async (connection, questions, scope, most) => {
  const kind = kindOf(scope);
  const own = 'ownId' in scope && kind !== 'all' ? [postgresReporterWord(scope.ownId)] : [];
  const lists = new Map(questions.flat().map((stems) => [stems.join(' '), stems.length]));
  const numbers = new Map<string, number[]>();
  const readOf = async (length: number) => {
    const keys = [...lists.keys()].filter((key) => lists.get(key) === length);
    const rows = await connection.rows<{ numbers: string }>({
      sql: newestOfAll(length, kind),
      name: `newest_answers_${kind}_${length}`,
      parameters: [keys, most, ...own],
    });
    for (const [index, key] of keys.entries()) numbers.set(key, JSON.parse(`[${rows[index]?.numbers ?? ''}]`));
  };
  await Promise.all([...new Set(lists.values())].map(readOf));
  const numbersOf = (any: StemLists) => any.map((stems) => numbers.get(stems.join(' ')) ?? []);
  return questions.map((any) => merged(numbersOf(any), most));
};

/** A row for each stem of each answer: its key gives the newest answers with a stem, which GIN cannot. */
export const postgresAnswers: AnswerDialect = {
  put: (entry) => ({ sql: PUT, name: 'put_answer', parameters: parametersOf(entry) }),
  drop: ({ number }) => ({
    sql: 'delete from answer_stems where number = $1',
    name: 'drop_answer',
    parameters: [number],
  }),
  fill: (entry) => ({ sql: INSERT, name: 'fill_answer', parameters: parametersOf(entry) }),
  fillBegins: (connection) =>
    runAll(connection, [
      'truncate answer_stems',
      'alter table answer_stems drop constraint answer_stems_pkey',
      'drop index answer_stems_by_number',
    ]),
  fillEnds: (connection) =>
    runAll(connection, [
      'alter table answer_stems add primary key (stem, number) include (is_shared)',
      'create index answer_stems_by_number on answer_stems (number)',
    ]),
  newest,
};
