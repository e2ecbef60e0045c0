import type { AnswerDialect, AnswerReader } from '../answer-dialect.ts'
import { sqliteReporterWord } from './sqlite-search.ts'

function question(stems: readonly string[], reader: AnswerReader): string {
  const all = stems.map((stem) => `"${stem}"`).join(' AND ')
  const anywhere = `({report summary} : (${all}))`
  if (reader.all) return anywhere
  const own = `({reporter} : "${sqliteReporterWord(reader.ownId)}") AND ${anywhere}`
  return reader.shared ? `(${own}) OR ({summary} : (${all}))` : own
}

const list = (index: number, most: number): string => `select ${index} as list, group_concat(rowid) as numbers from (
  select rowid from search_answers where search_answers match ? order by rowid desc limit ${most})`

/** FTS5 finds answers newest first, one by one, and so stops after as many as were asked for. */
export const sqliteAnswers: AnswerDialect = {
  put: ({ number, reporterId, report, summary }) => ({
    sql: 'insert or replace into search_answers (rowid, reporter, report, summary) values (?, ?, ?, ?)',
    parameters: [number, sqliteReporterWord(reporterId), report.join(' '), summary.join(' ')],
  }),
  drop: ({ number }) => ({ sql: 'delete from search_answers where rowid = ?', parameters: [number] }),
  async newest(connection, groups, reader, most) {
    const rows = await connection.rows<{ list: number; numbers: string | null }>({
      sql: groups.map((_, index) => list(index, most)).join(' union all '),
      parameters: groups.map((stems) => question(stems, reader)),
    })
    const found = groups.map((): number[] => [])
    for (const { list, numbers } of rows) found[list] = numbers === null ? [] : numbers.split(',').map(Number)
    return found.map((numbers) => numbers.sort((a, b) => b - a))
  },
}
