import type { AnswerDialect, AnswerScope, Wanted } from '../answer-dialect.ts';
import { sqliteReporterWord } from './sqlite-search.ts';

function question(wanted: Wanted, scope: AnswerScope): string {
  const any = wanted.map((stems) => `(${stems.map((stem) => `"${stem}"`).join(' AND ')})`).join(' OR ');
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
  fillEnds: async () => {},
  drop: ({ number }) => ({ sql: 'delete from search_answers where rowid = ?', parameters: [ROWS - number] }),
  async newest(connection, wanted, scope, most) {
    const rows = await connection.rows<{ list: number; numbers: string | null }>({
      sql: wanted.map((_, index) => list(index, most)).join(' union all '),
      parameters: wanted.map((one) => question(one, scope)),
    });
    const found = wanted.map((): number[] => []);
    for (const { list, numbers } of rows) found[list] = numbers === null ? [] : newestFirst(numbers);
    return found;
  },
};

/** Reads numbers between commas. SQLite joins them in their order, but does not promise to. */
const newestFirst = (text: string): number[] => (JSON.parse(`[${text}]`) as number[]).sort((a, b) => b - a);
