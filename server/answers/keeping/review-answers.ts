import type { AnswerReview } from '../../../contract/answers.ts'
import { DAY, shifted } from '../../clock.ts'
import type { Work } from '../../work.ts'

const SHOWN = 50
/** An answer that nobody has used for so long may be out of date. */
const STALE_AFTER = 365 * DAY

/** What keepers of the answers look at: what is asked often, what has not helped for a year, what is missing. */
export async function reviewAnswers(work: Work): Promise<AnswerReview> {
  return {
    generated_at: work.now,
    asked: await work.questions.mostAsked(SHOWN),
    stale: await work.questions.stale(shifted(work.now, -STALE_AFTER), SHOWN),
    unanswered: await work.questions.unanswered(SHOWN),
  }
}
