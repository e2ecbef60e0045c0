import type { SimilarTicket } from '../../contract/similar.ts'
import type { AnswerReader } from '../database/answer-dialect.ts'
import { readsInternals } from '../visibility.ts'
import type { Work } from '../work.ts'
import { candidatesOf, pairsOf, ranked, rated, stemsAsked } from './answer-ranking.ts'

const SHOWN = 5

/**
 * Finds closed tickets whose answer may help with the report that somebody is writing, the best first
 * (docs/rules/answers.md#similar). Developers find everyone's tickets. A user finds their own and, where the team shares
 * its answers, everyone's by the answer alone: the texts that they may not read are neither shown nor searched.
 */
export async function findSimilar(work: Work, title: string, description: string): Promise<SimilarTicket[]> {
  const asked = stemsAsked(title, description)
  const reader = await readerOf(work)
  const numbers = await work.solved.postings(
    asked.map(({ stem }) => [stem]),
    reader,
  )
  const stems = rated(asked.map((stem, index) => ({ ...stem, numbers: numbers[index] ?? [] })))
  const pairs = pairsOf(stems)
  const both = await work.solved.postings(
    pairs.map((pair) => pair.map((index) => stems[index]?.stem ?? '')),
    reader,
  )
  const candidates = candidatesOf(
    stems,
    pairs.map((of, index) => ({ of, numbers: both[index] ?? [] })),
  )
  const answers = (await work.solved.read(candidates, reader)).map((answer) => ({
    ...answer,
    ...(reader.all || answer.reporter_id === reader.ownId
      ? { isOpen: true }
      : { isOpen: false, title: '', description: '' }),
  }))
  return ranked(answers, stems)
    .slice(0, SHOWN)
    .map(({ answer, score }) => ({
      ticket_id: answer.id,
      number: answer.number,
      title: answer.isOpen ? answer.title : null,
      category: answer.category,
      closed_at: answer.closed_at ?? '',
      summary_content: answer.summary,
      score,
    }))
}

async function readerOf(work: Work): Promise<AnswerReader> {
  if (readsInternals(work.actor)) return { all: true }
  const shared = (await work.settings.get('share_closure_summaries')) === 'true'
  return { all: false, ownId: work.actor.id, shared }
}
