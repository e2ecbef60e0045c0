import { sql } from 'kysely';
import {
  enoughOf,
  type Matching,
  type Reach,
  type SearchDialect,
  type SearchEntry,
  type SearchIndex,
  type Term,
} from '../search-dialect.ts';

/** Separates two comments, so that no phrase reaches from one into the other. No word has this sign. */
const BOUNDARY = ' ¶ ';

const COLUMNS: Readonly<Record<Exclude<Reach, 'number'>, string>> = {
  title: 'title',
  report: 'title description',
  anywhere: 'title description comments',
};

const joined = (texts: SearchEntry['comments']): string => texts.map((words) => words.join(' ')).join(BOUNDARY);

/** The word that stands for a ticket's reporter in the index. */
export const sqliteReporterWord = (reporterId: string): string => `@${reporterId.replaceAll('-', '')}`;

/** FTS5 keeps an index of its own for prefixes of two and three letters. */
const INDEXED_PREFIX = 3;

/** Each step of the recursion seeks the next word, and so passes over all rows of the word before. */
const WORDS_WITH_PREFIX = `with recursive words (word, count) as (
    select (select term from search_vocabulary where term >= ?1 and term < ?2 limit 1), 1
    union all
    select (select term from search_vocabulary where term >= word || char(1) and term < ?2 limit 1), count + 1
    from words where word is not null and count < ?3
  )
  select word from words where word is not null`;

/** Words have no signs, so nothing in a question can change the meaning of the FTS5 expression around them. */
function termText({ words, isPrefix, expansions, number, alternatives }: Term): string {
  const row = `"${words.join(' ')}"${isPrefix ? ' *' : ''}`;
  const known = words.slice(0, -1);
  const rows = expansions?.length ? expansions.map((word) => `"${[...known, word].join(' ')}"`) : [row];
  for (const other of alternatives) rows.push(`"${other.join(' ')}"`);
  if (number !== null) rows.push(`"#${number}"`);
  return `(${rows.join(' OR ')})`;
}

function within(reach: Reach, { terms, mayLackOne, internals }: Matching): string {
  if (reach === 'number') return `{title} : "#${terms[0]?.number}"`;
  const columns = reach === 'anywhere' && internals ? `${COLUMNS.anywhere} internal` : COLUMNS[reach];
  const enough = enoughOf(terms, mayLackOne).map((some) => `(${some.map(termText).join(' AND ')})`);
  return `{${columns}} : (${enough.join(' OR ')})`;
}

function expression(matching: Matching): string {
  const found = `(${within(matching.within, matching)})`;
  const wanted = matching.without === null ? found : `(${found} NOT (${within(matching.without, matching)}))`;
  return matching.reporterId === null
    ? wanted
    : `({reporter} : "${sqliteReporterWord(matching.reporterId)}") AND ${wanted}`;
}

/**
 * FTS5 without a copy of the texts. It finds matches newest first, one by one, so searching for a word that every ticket
 * has costs no more than one page of them.
 */
export const sqliteSearch = (index: SearchIndex): SearchDialect => ({
  put: ({ number, reporterId, title, description, comments, internal }) => ({
    sql: `insert or replace into ${index} (rowid, reporter, title, description, comments, internal) values (?, ?, ?, ?, ?, ?)`,
    parameters: [
      number,
      sqliteReporterWord(reporterId),
      `#${number} ${title.join(' ')}`,
      description.join(' '),
      joined(comments),
      joined(internal),
    ],
  }),
  matches: (_, { search_match }) => sql<boolean>`${sql.ref(index)} match ${search_match}`,
  parameters: (matching) => ({ search_match: expression(matching) }),
  countsFirst: false,
  wordsWithPrefix: (beginning, most) =>
    index !== 'search_tickets' || [...beginning].length <= INDEXED_PREFIX
      ? null
      : { sql: WORDS_WITH_PREFIX, parameters: [beginning, `${beginning}\u{10ffff}`, most] },
});
