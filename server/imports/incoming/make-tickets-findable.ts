import type { Actor } from '../../actor.ts'
import { searchEntry } from '../../search/search-entry.ts'
import { tellingWords } from '../../search/stems.ts'
import type { Work } from '../../work.ts'
import type { BatchOutcome } from './bring-tickets.ts'

/** Writes the words of new tickets and comments into the indexes, and makes closing words the answers of their tickets. */
export async function makeTicketsFindable(work: Work<Actor>, { additions, reworded }: BatchOutcome): Promise<void> {
  for (const ticket of await work.importBatches.tickets([...reworded])) {
    await work.search.put(searchEntry(ticket, await work.search.threadOf(ticket.id)))
    await work.reportWords.add(ticket.reporter_id, tellingWords(`${ticket.title} ${ticket.description}`))
  }
  for (const { id, number, reporterId, status, summaries, moves } of additions) {
    const answer = summaries.at(-1)
    if (answer === undefined) continue
    await work.answers.put({
      ...{ comment_id: answer.id, ticket_id: id, number, reporter_id: reporterId, question: null },
      // Nobody has said whether it is shared (docs/rules/answers.md#question-and-sharing).
      ...{ is_shared: true, is_confirmed: false, is_closed: status === 'closed', answered_at: answer.at },
    })
    if (moves.some(({ from, at }) => from === 'closed' && at >= answer.at)) await work.answers.reopen(id)
    if (status === 'closed') await work.answers.close(id)
    await work.solved.index(id, number)
  }
}
