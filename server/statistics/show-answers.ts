import type { AnswerStatistics } from '../../contract/answers.ts'
import type { Work } from '../work.ts'

const SHOWN = 20

/** Which answers are worth keeping at hand, and which tickets came back after their answer. */
export async function showAnswers(work: Work): Promise<AnswerStatistics> {
  return {
    generated_at: work.now,
    helped: await work.helped.mostHelpful(SHOWN),
    reopened: await work.helped.mostReopened(SHOWN),
  }
}
