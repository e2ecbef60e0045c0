import type { AnswerReview } from '../../../contract/answers.ts'
import { DAY, shifted } from '../../clock.ts'
import type { Work } from '../../work.ts'
import { peopleNamed } from '../people-named.ts'

const SHOWN = 50
/** An answer that nobody has used for so long may be out of date. */
const STALE_AFTER = 365 * DAY

/** What keepers of the answers look at: what is asked often, what has not helped for a year, what is missing. */
export async function reviewAnswers(work: Work): Promise<AnswerReview> {
  const asked = await work.questions.mostAsked(SHOWN)
  const stale = await work.questions.stale(shifted(work.now, -STALE_AFTER), SHOWN)
  const write = await peopleNamed(
    work,
    [...asked, ...stale].map(({ content }) => content),
  )
  const named = <A extends { content: string }>(answer: A): A => ({ ...answer, content: write(answer.content, true) })
  return {
    generated_at: work.now,
    asked: asked.map(named),
    stale: stale.map(named),
    unanswered: await work.questions.unanswered(SHOWN),
  }
}
