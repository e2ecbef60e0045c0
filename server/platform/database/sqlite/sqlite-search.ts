import { sql } from 'kysely';
import type { Connection } from '../connection.ts';
import {
  type AnswerDialect,
  type AnswerScope,
  EVERYBODYS_SPACE,
  inSpace,
  type Matching,
  type Reach,
  type SearchDialect,
  type SearchEntry,
  type SearchIndex,
  type StemLists,
  type Term,
} from '../dialect.ts';

/** The indexes of words. */
export const WORD_INDEXES = ['search_tickets', 'search_said', 'search_answers'] as const;

/** How many pages of 4 KB a step writes: 4 ms of CPU. */
const STEP_PAGES = 64;
/** FTS5 counts two changes of its own where it finds nothing to merge. */
const LEAST_CHANGES = 2;

const COUNT = { sql: 'select total_changes() as changes', parameters: [] };

/**
 * Merges parts of an index of words. Each commit leaves a part of its own, and FTS5 merges eight of a size at a time; a
 * search opens every part. Where two of a size are merged, few are left.
 *
 * @param pages how many a step writes. @returns whether there is more to merge.
 */
export async function mergeWords(connection: Connection, pages = STEP_PAGES): Promise<boolean> {
  const run = (sql: string) => connection.run({ sql, parameters: [] });
  const changes = async () => (await connection.rows<{ changes: number }>(COUNT))[0]?.changes ?? 0;
  for (const index of WORD_INDEXES) {
    await run(`insert into ${index} (${index}, rank) values ('usermerge', 2)`);
    const before = await changes();
    await run(`insert into ${index} (${index}, rank) values ('merge', ${pages})`);
    if ((await changes()) - before >= LEAST_CHANGES) return true;
  }
  return false;
}

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
const termText = (term: Term, spaces: readonly string[]): string =>
  `(${spaces.flatMap((space) => rowsOf(term, space)).join(' OR ')})`;

function rowsOf({ words, isPrefix, expansions, number, alternatives }: Term, space: string): string[] {
  const row = (of: readonly string[]) => `"${inSpace(space, of).join(' ')}"`;
  const whole = words.slice(0, -1);
  // The words with a beginning are known of everybody's space alone; others hold less.
  const isExpanded = expansions !== null && expansions.length > 0 && space === EVERYBODYS_SPACE;
  const rows = isExpanded ? expansions.map((word) => row([...whole, word])) : [`${row(words)}${isPrefix ? ' *' : ''}`];
  rows.push(...alternatives.map(row));
  if (number !== null) rows.push(row([`#${number}`]));
  return rows;
}

function within(reach: Reach, { terms, mayLackOne, internals, spaces }: Matching): string {
  if (reach === 'number') return `{title} : (${spaces.map((space) => `"${space}#${terms[0]?.number}"`).join(' OR ')})`;
  const columns = reach === 'anywhere' && internals ? `${COLUMNS.anywhere} internal` : COLUMNS[reach];
  const texts = terms.map((term) => termText(term, spaces));
  return `{${columns}} : ${mayLackOne && texts.length > 1 ? allButOne(texts) : all(texts)}`;
}

const all = (texts: readonly string[]): string => `(${texts.join(' AND ')})`;

/** One is missing in the first half or in the second: to name each that may be missing takes the square of so many terms. */
function allButOne(texts: readonly string[]): string {
  if (texts.length === 2) return `(${texts.join(' OR ')})`;
  const [first, second] = [texts.slice(0, texts.length >> 1), texts.slice(texts.length >> 1)];
  const lacking = (half: readonly string[], other: readonly string[]) =>
    half.length === 1 ? all(other) : `(${allButOne(half)} AND ${all(other)})`;
  return `(${lacking(first, second)} OR ${lacking(second, first)})`;
}

function expression(matching: Matching): string {
  const included = `(${within(matching.within, matching)})`;
  const words = matching.without === null ? included : `(${included} NOT (${within(matching.without, matching)}))`;
  return matching.reporterId === null
    ? words
    : `({reporter} : "${sqliteReporterWord(matching.reporterId)}") AND ${words}`;
}

/**
 * FTS5 without a copy of the texts. It finds matches newest first, one by one, so searching for a word that every ticket
 * has costs no more than one page of them.
 */
export const sqliteSearch = (index: SearchIndex): SearchDialect => ({
  put: ({ number, reporterId, spaces, title, description, comments, internal }) => ({
    sql: `insert or replace into ${index} (rowid, reporter, title, description, comments, internal) values (?, ?, ?, ?, ?, ?)`,
    parameters: [
      number,
      sqliteReporterWord(reporterId),
      `${spaces.map((space) => `${space}#${number}`).join(' ')} ${title.join(' ')}`,
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

function question(lists: StemLists, scope: AnswerScope): string {
  const any = lists.map((stems) => `(${stems.map((stem) => `"${stem}"`).join(' AND ')})`).join(' OR ');
  if (!('all' in scope)) return `{shared} : (${any})`;
  if (scope.all) return `{stems} : (${any})`;
  const own = `({reporter} : "${sqliteReporterWord(scope.ownId)}") AND ({stems} : (${any}))`;
  return scope.shared ? `(${own}) OR ({shared} : (${any}))` : own;
}

/** FTS5 reads a list forward in two thirds of the time that it takes back, so the newest answer has the lowest row: this less its number. */
const ROWS = 2 ** 31;

const list = (
  index: number,
  most: number,
): string => `select ${index} as list, group_concat(${ROWS} - rowid) as numbers from (
  select rowid from search_answers where search_answers match ? order by rowid limit ${most})`;

const put: AnswerDialect['put'] = ({ number, reporterId, stems, shared }) => ({
  sql: 'insert or replace into search_answers (rowid, reporter, stems, shared) values (?, ?, ?, ?)',
  parameters: [ROWS - number, sqliteReporterWord(reporterId), stems.join(' '), shared.join(' ')],
});

/** FTS5 finds answers newest first, one by one, and so stops after as many as were asked for. */
export const sqliteAnswers: AnswerDialect = {
  put,
  fill: put,
  fillBegins: async () => {},
  fillEnds: async () => {},
  drop: ({ number }) => ({ sql: 'delete from search_answers where rowid = ?', parameters: [ROWS - number] }),
  async newest(connection, questions, scope, most) {
    const rows = await connection.rows<{ list: number; numbers: string | null }>({
      sql: questions.map((_, index) => list(index, most)).join(' union all '),
      parameters: questions.map((lists) => question(lists, scope)),
    });
    const answers = questions.map((): number[] => []);
    for (const { list, numbers } of rows) answers[list] = numbers === null ? [] : newestFirst(numbers);
    return answers;
  },
};

/** Reads numbers between commas. SQLite joins them in their order, but does not promise to. */
const newestFirst = (text: string): number[] => (JSON.parse(`[${text}]`) as number[]).sort((a, b) => b - a);
