import type { Actor } from '../../actor.ts';
import type { Work } from '../../work.ts';
import type { BatchOutcome } from './bring-tickets.ts';

/** Writes the words of new tickets and comments into the indexes, and makes closing words the answers of their tickets. */
export async function makeTicketsFindable(work: Work<Actor>, { additions, reworded }: BatchOutcome): Promise<void> {
  const tickets = await work.importBatches.tickets([...reworded]);
  await work.search.putAll(tickets);
  await work.reportWords.addOf(tickets);
  const answered: number[] = [];
  for (const { id, number, reporterId, status, summaries, moves } of additions) {
    const answer = summaries.at(-1);
    if (answer === undefined) continue;
    await work.answers.put({
      ...{ comment_id: answer.id, ticket_id: id, number, reporter_id: reporterId, question: null },
      // Nobody has said whether it is shared (docs/rules/answers.md#question-and-sharing).
      ...{ is_shared: true, is_confirmed: false, is_closed: status === 'closed', answered_at: answer.at },
    });
    if (moves.some(({ from, at }) => from === 'closed' && at >= answer.at)) await work.answers.reopen(id);
    if (status === 'closed') await work.answers.close(id);
    answered.push(number);
  }
  await work.solved.indexAll(answered);
}
