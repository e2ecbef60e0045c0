import type { Connection } from '../connection.ts';
import type { AnswerReader, Wanted } from '../dialect.ts';
import { MOST_ROWS, newestOfAll, readPlaces } from './postgres-answer-rows.ts';
import { postgresReporterWord } from './postgres-search.ts';

/** Which of the words `$2` the answers `$1` have. A join, because a list of words is looked through word by word. */
const STEMS_OF = `select rowid as number, array_agg(word) as stems
  from search_answers cross join lateral unnest(tsvector_to_array(stems)) as stem
  join unnest($2::text[]) as word on word = stem
  where rowid = any($1::integer[]) group by rowid`;

/** At most this many of the newest answers of the reader's own are looked at. */
const MOST_OWN = 100;

/** The reader's own answers, the newest first, each with those of the words that it has. */
interface Own {
  readonly words: ReadonlySet<string>;
  readonly stemsOf: ReadonlyMap<number, ReadonlySet<string>>;
}

type OwnReader = AnswerReader & { readonly all: false };

async function readOwn(connection: Connection, reader: OwnReader, words: string[]): Promise<Own> {
  // What was read for a reader, who asks for the words of one question several times.
  const ownOf = connection.kept<AnswerReader, Own>('own answers');
  const known = ownOf.get(reader);
  if (known && words.every((word) => known.words.has(word))) return known;
  const mark = await readPlaces(connection, new Map([[postgresReporterWord(reader.ownId), MOST_ROWS]]));
  const numbers = newestOfAll([...mark.values()], MOST_OWN);
  const found =
    numbers.length === 0
      ? []
      : await connection.rows<{ number: number; stems: string[] }>({
          sql: STEMS_OF,
          name: 'stems_of_answers',
          parameters: [numbers, words],
        });
  const stemsOf = new Map(found.map(({ number, stems }) => [number, new Set(stems)]));
  const own = {
    words: new Set(words),
    stemsOf: new Map(numbers.map((number) => [number, stemsOf.get(number) ?? new Set<string>()])),
  };
  ownOf.set(reader, own);
  return own;
}

/** For each wanted, the newest of the reader's own answers that have it. They are few, so that their words are read instead of the rows of all words. */
export async function newestOfOwn(
  connection: Connection,
  wanted: readonly Wanted[],
  reader: OwnReader,
  most: number,
): Promise<number[][]> {
  const words = [...new Set(wanted.flat(2))];
  const { stemsOf } = await readOwn(connection, reader, words);
  const has = (stems: ReadonlySet<string>, list: readonly string[]) => list.every((word) => stems.has(word));
  return wanted.map((lists) =>
    [...stemsOf]
      .filter(([, stems]) => lists.some((list) => has(stems, list)))
      .map(([number]) => number)
      .slice(0, most),
  );
}
