import type { TableProblem } from '../../../../../contract/imports.ts';
import { t } from '../../../texts/texts.ts';
import { problemSentence } from './problem-sentence.ts';

/** Problems as sentences. @param total how many there are, when not all of them came. */
export function ProblemList({ problems, total = problems.length }: { problems: TableProblem[]; total?: number }) {
  const more = total - problems.length;
  return (
    <ul className="flex max-h-80 flex-col gap-1 overflow-y-auto text-sm wrap-anywhere">
      {problems.map((problem) => (
        <li key={`${problem.line} ${problem.code} ${problem.column}`}>{problemSentence(problem)}</li>
      ))}
      {more > 0 && <li className="text-muted">{t('moving.more', { count: more })}</li>}
    </ul>
  );
}
