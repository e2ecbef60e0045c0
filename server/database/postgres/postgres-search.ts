import { type RawBuilder, sql } from 'kysely'
import type { Matching, Reach, SearchDialect, SearchEntry, Term } from '../search-dialect.ts'

/** PostgreSQL keeps no greater position of a word, so it finds no phrase behind this one; it finds single words. */
const LAST_POSITION = 16_383

/** The word that stands for a ticket's reporter in the index. */
export const postgresReporterWord = (reporterId: string): string => `@${reporterId}`

/** A tsvector as text: each word in quotes with its positions. A gap between texts keeps phrases within one text. */
function vector(texts: SearchEntry['comments'], marks: readonly string[] = []): string {
  const places = new Map<string, number[]>()
  let place = 0
  for (const words of texts) {
    for (const word of words) {
      place += 1
      const known = places.get(word)
      if (known === undefined) places.set(word, [Math.min(place, LAST_POSITION)])
      else if (place < LAST_POSITION) known.push(place)
    }
    place += 1
  }
  const placed = [...places].map(([word, at]) => `'${word}':${at.join()}`)
  return [...marks.map((mark) => `'${mark}'`), ...placed].join(' ')
}

function termText({ words, isPrefix, number }: Term): string {
  const row = words.map((word, index) => `'${word}'${isPrefix && index === words.length - 1 ? ':*' : ''}`)
  const inARow = `(${row.join(' <-> ')})`
  return number === null ? inARow : `(${inARow} | '#${number}')`
}

type Column = 'title' | 'report' | 'comments' | 'internal'

const has = (column: Column, question: unknown): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`search_tickets.${column}`)} @@ ${question}::tsquery`

/** A comment may have one of the terms and the report another, so each term is searched for in each column. */
function anywhere({ terms, internals }: Matching, parameters: Readonly<Record<string, string>>): RawBuilder<boolean> {
  const columns: Column[] = internals ? ['report', 'comments', 'internal'] : ['report', 'comments']
  const each = terms.map((_, index) => {
    const places = columns.map((column) => has(column, parameters[`search_term${index}`]))
    return sql<boolean>`(${sql.join(places, sql` or `)})`
  })
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}

function within(reach: Reach, matching: Matching, parameters: Readonly<Record<string, string>>): RawBuilder<boolean> {
  if (reach === 'number') return has('title', parameters.search_number)
  return reach === 'anywhere' ? anywhere(matching, parameters) : has(reach, parameters.search_all)
}

/** A GIN index of words. `report` is title and description. PostgreSQL neither parses nor folds a text. */
export const postgresSearch: SearchDialect = {
  put: ({ number, reporterId, title, description, comments, internal }) => ({
    sql: `insert into search_tickets (rowid, title, report, comments, internal)
      values ($1, $2::tsvector, $3::tsvector, $4::tsvector, $5::tsvector)
      on conflict (rowid) do update set title = excluded.title, report = excluded.report,
        comments = excluded.comments, internal = excluded.internal`,
    name: 'put_search_ticket',
    parameters: [
      number,
      vector([title], [`#${number}`]),
      vector([title, description], [`#${number}`, postgresReporterWord(reporterId)]),
      vector(comments),
      vector(internal),
    ],
  }),
  matches(matching, parameters) {
    const conditions = [within(matching.within, matching, parameters)]
    if (matching.without !== null) conditions.push(sql`not ${within(matching.without, matching, parameters)}`)
    if (matching.reporterId !== null) conditions.push(has('report', parameters.search_own))
    return sql<boolean>`${sql.join(conditions, sql` and `)}`
  },
  parameters: ({ terms, reporterId }) => ({
    search_number: `'#${terms[0]?.number}'`,
    search_all: terms.map(termText).join(' & '),
    search_own: `'${postgresReporterWord(reporterId ?? '')}'`,
    ...Object.fromEntries(terms.map((term, index) => [`search_term${index}`, termText(term)])),
  }),
  countsFirst: true,
  wordsWithPrefix: () => null,
}
