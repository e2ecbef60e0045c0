import type { AnswerStatistics } from '../../contract/answer-statistics.ts'
import type { Work } from '../work.ts'

const SHOWN = 20

/** The answers that helped most often, and the tickets that left `closed` most often. */
export async function showAnswers(work: Work): Promise<AnswerStatistics> {
  return {
    generated_at: work.now,
    helped: await work.helped.mostHelpful(SHOWN),
    reopened: await work.helped.mostReopened(SHOWN),
  }
}
