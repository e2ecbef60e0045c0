import type { AnswerReader } from '../database/answer-dialect.ts'
import { readsInternals } from '../visibility.ts'
import type { Work } from '../work.ts'

/** Which answers the caller may be told of: developers of all, others of their own tickets' and, while the team shares, shared ones. */
export async function answerReader(work: Work): Promise<AnswerReader> {
  if (readsInternals(work.actor)) return { all: true }
  const shared = (await work.settings.get('share_closure_summaries')) === 'true'
  return { all: false, ownId: work.actor.id, shared }
}
