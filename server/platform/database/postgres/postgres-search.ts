import { type RawBuilder, sql } from 'kysely';
import {
  enoughOf,
  inSpace,
  type Matching,
  type Reach,
  type SearchDialect,
  type SearchEntry,
  type SearchIndex,
  type Term,
} from '../dialect.ts';

/** PostgreSQL keeps no greater position of a word, so it finds no phrase behind this one; it finds single words. */
const LAST_POSITION = 16_383;

/** The word that stands for a ticket's reporter in the index. */
export const postgresReporterWord = (reporterId: string): string => `@${reporterId}`;

/** A tsvector as text: each word in quotes with its positions. A gap between texts keeps phrases within one text. */
function vector(texts: SearchEntry['comments'], marks: readonly string[] = []): string {
  const places = new Map<string, number[]>();
  let place = 0;
  for (const words of texts) {
    for (const word of words) {
      place += 1;
      const positions = places.get(word);
      if (positions === undefined) places.set(word, [Math.min(place, LAST_POSITION)]);
      else if (place < LAST_POSITION) positions.push(place);
    }
    place += 1;
  }
  const placed = [...places].map(([word, at]) => `'${word}':${at.join()}`);
  return [...marks.map((mark) => `'${mark}'`), ...placed].join(' ');
}

function termText(term: Term, spaces: readonly string[]): string {
  const rows = spaces.flatMap((space) => rowsOf(term, space));
  return rows.length === 1 ? (rows[0] ?? '') : `(${rows.join(' | ')})`;
}

function rowsOf({ words, isPrefix, number, alternatives }: Term, space: string): string[] {
  const row = (of: readonly string[], end: string) =>
    `(${inSpace(space, of)
      .map((word, index) => `'${word}'${index === of.length - 1 ? end : ''}`)
      .join(' <-> ')})`;
  const others = alternatives.map((other) => row(other, ''));
  return [row(words, isPrefix ? ':*' : ''), ...others, ...(number === null ? [] : [`'${space}#${number}'`])];
}

type Column = 'title' | 'report' | 'comments' | 'internal';

const has = (index: SearchIndex, column: Column, question: unknown): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${index}.${column}`)} @@ ${question}::tsquery`;

type Parameters = Readonly<Record<string, unknown>>;

/** A comment may have one of the terms and the report another, so each term is searched for in each column. */
function anywhere(index: SearchIndex, { terms, mayLackOne, internals }: Matching, parameters: Parameters) {
  const columns: Column[] = internals ? ['report', 'comments', 'internal'] : ['report', 'comments'];
  const each = terms.map((_, term) => {
    const places = columns.map((column) => has(index, column, parameters[`search_term${term}`]));
    return sql<boolean>`(${sql.join(places, sql` or `)})`;
  });
  const enough = enoughOf(each, mayLackOne).map((some) => sql<boolean>`(${sql.join(some, sql` and `)})`);
  return sql<boolean>`(${sql.join(enough, sql` or `)})`;
}

function within(index: SearchIndex, reach: Reach, matching: Matching, parameters: Parameters): RawBuilder<boolean> {
  if (reach === 'number') return has(index, 'title', parameters.search_number);
  return reach === 'anywhere' ? anywhere(index, matching, parameters) : has(index, reach, parameters.search_all);
}

const inSpaces = (spaces: readonly string[], number: number): string[] => spaces.map((space) => `${space}#${number}`);

/** A GIN index of words. `report` is title and description. PostgreSQL neither parses nor folds a text. */
export const postgresSearch = (index: SearchIndex): SearchDialect => ({
  put: ({ number, reporterId, spaces, title, description, comments, internal }) => ({
    sql: `insert into ${index} (rowid, title, report, comments, internal)
      values ($1, $2::tsvector, $3::tsvector, $4::tsvector, $5::tsvector)
      on conflict (rowid) do update set title = excluded.title, report = excluded.report,
        comments = excluded.comments, internal = excluded.internal`,
    name: `put_${index}`,
    parameters: [
      number,
      vector([title], inSpaces(spaces, number)),
      vector([title, description], [...inSpaces(spaces, number), postgresReporterWord(reporterId)]),
      vector(comments),
      vector(internal),
    ],
  }),
  matches(matching, parameters) {
    const conditions = [within(index, matching.within, matching, parameters)];
    if (matching.without !== null) conditions.push(sql`not ${within(index, matching.without, matching, parameters)}`);
    if (matching.reporterId !== null) conditions.push(has(index, 'report', parameters.search_own));
    return sql<boolean>`${sql.join(conditions, sql` and `)}`;
  },
  parameters: ({ terms, mayLackOne, reporterId, spaces }) => ({
    search_number: spaces.map((space) => `'${space}#${terms[0]?.number}'`).join(' | '),
    search_all: enoughOf(
      terms.map((term) => termText(term, spaces)),
      mayLackOne,
    )
      .map((some) => `(${some.join(' & ')})`)
      .join(' | '),
    search_own: `'${postgresReporterWord(reporterId ?? '')}'`,
    ...Object.fromEntries(terms.map((term, index) => [`search_term${index}`, termText(term, spaces)])),
  }),
  countsFirst: true,
  wordsWithPrefix: () => null,
});
