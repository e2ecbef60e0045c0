import type { TableProblemCode } from '../../../contract/words.ts'
import { ImportRefused } from '../import-refused.ts'

/** What is wrong, so that a page can say it in the words of its reader. */
export interface TableProblem {
  readonly code: TableProblemCode
  /** Of the table, counted from 1; null where no line is to blame. */
  readonly line: number | null
  /** The column by its name in Kwit, or, where it is none that Kwit knows, by its name in the table. */
  readonly column: string | null
  /** What stands there, cut to 40 characters. */
  readonly value: string | null
  /** The most that there may be, or the place of the other one where something stands twice. */
  readonly bound: number | null
}

/** What is wrong with one row: the line is known where the row is. */
export type RowProblem = Pick<TableProblem, 'code'> & Partial<Omit<TableProblem, 'line'>>

const NOTHING = { line: null, column: null, value: null, bound: null }

export const tableProblem = (problem: Pick<TableProblem, 'code'> & Partial<TableProblem>): TableProblem => ({
  ...NOTHING,
  ...problem,
})

/** The whole table cannot be imported. */
export class TableRefused extends ImportRefused {
  readonly problems: readonly TableProblem[]

  constructor(message: string, problems: readonly TableProblem[]) {
    super(message)
    this.problems = problems
  }
}

/** Why a row is rejected: what is wrong with which of its fields. */
export class RowRejected extends Error {
  readonly problem: RowProblem

  constructor(message: string, problem: RowProblem) {
    super(message)
    this.problem = problem
  }

  at(line: number): TableProblem {
    return tableProblem({ ...this.problem, line })
  }
}
