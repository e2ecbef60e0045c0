import type { TableProblem } from '#contract/imports.ts';
import { ImportRefused } from '../import-refused.ts';

/** What is wrong with one row: the line is known where the row is. */
export type RowProblem = Pick<TableProblem, 'code'> & Partial<Omit<TableProblem, 'line'>>;

const NOTHING = { line: null, column: null, value: null, bound: null };

export const tableProblem = (problem: Pick<TableProblem, 'code'> & Partial<TableProblem>): TableProblem => ({
  ...NOTHING,
  ...problem,
});

/** The whole table cannot be imported. */
export class TableRefused extends ImportRefused {
  readonly problems: readonly TableProblem[];

  constructor(message: string, problems: readonly TableProblem[]) {
    super(message);
    this.problems = problems;
  }
}

/** Why a row is rejected: what is wrong with which of its fields. */
export class RowRejected extends Error {
  readonly problem: RowProblem;

  constructor(message: string, problem: RowProblem) {
    super(message);
    this.problem = problem;
  }

  at(line: number): TableProblem {
    return tableProblem({ ...this.problem, line });
  }
}
