import type { AnswerDialect, AnswerReader, Wanted } from '../answer-dialect.ts'
import { sqliteReporterWord } from './sqlite-search.ts'

function question(wanted: Wanted, reader: AnswerReader): string {
  const any = wanted.map((stems) => `(${stems.map((stem) => `"${stem}"`).join(' AND ')})`).join(' OR ')
  if (reader.all) return `{stems} : (${any})`
  const own = `({reporter} : "${sqliteReporterWord(reader.ownId)}") AND ({stems} : (${any}))`
  return reader.shared ? `(${own}) OR ({shared} : (${any}))` : own
}

const list = (index: number, most: number): string => `select ${index} as list, group_concat(rowid) as numbers from (
  select rowid from search_answers where search_answers match ? order by rowid desc limit ${most})`

const put: AnswerDialect['put'] = ({ number, reporterId, stems, shared }) => ({
  sql: 'insert or replace into search_answers (rowid, reporter, stems, shared) values (?, ?, ?, ?)',
  parameters: [number, sqliteReporterWord(reporterId), stems.join(' '), shared.join(' ')],
})

/** FTS5 finds answers newest first, one by one, and so stops after as many as were asked for. */
export const sqliteAnswers: AnswerDialect = {
  put,
  fill: put,
  fillEnds: async () => {},
  drop: ({ number }) => ({ sql: 'delete from search_answers where rowid = ?', parameters: [number] }),
  async newest(connection, wanted, reader, most) {
    const rows = await connection.rows<{ list: number; numbers: string | null }>({
      sql: wanted.map((_, index) => list(index, most)).join(' union all '),
      parameters: wanted.map((one) => question(one, reader)),
    })
    const found = wanted.map((): number[] => [])
    for (const { list, numbers } of rows) found[list] = numbers === null ? [] : numbers.split(',').map(Number)
    return found.map((numbers) => numbers.sort((a, b) => b - a))
  },
}
