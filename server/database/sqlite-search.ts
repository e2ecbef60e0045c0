import { sql } from 'kysely'
import type { Matching, Reach, SearchDialect, SearchEntry, Term } from './search-dialect.ts'

/** Stands between two comments, so that no words in a row reach over their border. Never part of a word. */
const BORDER = ' ¶ '

const COLUMNS: Readonly<Record<Exclude<Reach, 'number'>, string>> = {
  title: 'title',
  report: 'title description',
  anywhere: 'title description comments',
}

const joined = (texts: SearchEntry['comments']): string => texts.map((words) => words.join(' ')).join(BORDER)

/** Stands for a ticket's reporter among its words. */
export const sqliteReporterWord = (reporterId: string): string => `@${reporterId.replaceAll('-', '')}`

/** Beginnings of two and three letters have an index of their own. */
const INDEXED = 3

/** Each step goes to the next word after the last, past all the places where that one stands. */
const BEGINNING_WITH = `with recursive words (word, count) as (
    select (select term from search_vocabulary where term >= ?1 and term < ?2 limit 1), 1
    union all
    select (select term from search_vocabulary where term >= word || char(1) and term < ?2 limit 1), count + 1
    from words where word is not null and count < ?3
  )
  select word from words where word is not null`

/** FTS5's signs stand around our words, which have none: nothing in a question can change what it means. */
function termText({ words, isPrefix, endings, number }: Term): string {
  const row = `"${words.join(' ')}"${isPrefix ? ' *' : ''}`
  const known = words.slice(0, -1)
  const rows = endings?.length ? endings.map((word) => `"${[...known, word].join(' ')}"`) : [row]
  if (number !== null) rows.push(`"#${number}"`)
  return `(${rows.join(' OR ')})`
}

function within(reach: Reach, { terms, internals }: Matching): string {
  if (reach === 'number') return `{title} : "#${terms[0]?.number}"`
  const columns = reach === 'anywhere' && internals ? `${COLUMNS.anywhere} internal` : COLUMNS[reach]
  return `{${columns}} : (${terms.map(termText).join(' AND ')})`
}

function expression(matching: Matching): string {
  const found = `(${within(matching.within, matching)})`
  const wanted = matching.without === null ? found : `(${found} NOT (${within(matching.without, matching)}))`
  return matching.reporterId === null
    ? wanted
    : `({reporter} : "${sqliteReporterWord(matching.reporterId)}") AND ${wanted}`
}

/**
 * FTS5 without a copy of the texts. It gives matches newest first, one by one as they are asked for, so a word that is
 * in every ticket costs no more than a page of them.
 */
export const sqliteSearch: SearchDialect = {
  put: ({ number, reporterId, title, description, comments, internal }) => ({
    sql: 'insert or replace into search_tickets (rowid, reporter, title, description, comments, internal) values (?, ?, ?, ?, ?, ?)',
    parameters: [
      number,
      sqliteReporterWord(reporterId),
      `#${number} ${title.join(' ')}`,
      description.join(' '),
      joined(comments),
      joined(internal),
    ],
  }),
  matches: (_, { search_match }) => sql<boolean>`search_tickets match ${search_match}`,
  parameters: (matching) => ({ search_match: expression(matching) }),
  countsFirst: false,
  beginningWith: (beginning, most) =>
    [...beginning].length <= INDEXED
      ? null
      : { sql: BEGINNING_WITH, parameters: [beginning, `${beginning}\u{10ffff}`, most] },
}
