import type { TableProblem } from '../../../../../contract/imports.ts';
import { number } from '../../../texts/dates.ts';
import { maybeText, t } from '../../../texts/texts.ts';

/** What a column of Kwit is called; its own name for one that Kwit does not know. */
export const columnName = (column: string): string => maybeText(`moving.column.${column}`) ?? column;

/** Problems of the file as a whole, whose sentences stand by themselves. */
const OF_THE_FILE = ['no_header', 'not_a_board', 'no_such_file', 'too_many_rows'];

/** What is wrong, with line and column, in the language of the page. */
export function problemSentence({ code, line, column, value, bound }: TableProblem): string {
  const what =
    maybeText(`moving.problem.${code}`, { value: value ?? '', bound: bound === null ? '' : number(bound) }) ?? code;
  if (line === null || OF_THE_FILE.includes(code)) return what;
  return column === null
    ? t('moving.at', { line, what })
    : t('moving.atColumn', { line, column: columnName(column), what });
}
