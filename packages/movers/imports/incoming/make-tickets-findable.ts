import { addReportWords, closeAnswer, indexAllSolved, putAnswer, putSearchEntries, reopenAnswer } from '#memory';
import type { Actor, Work } from '#platform';
import { ImportBatchStore } from '../import-batch-store.ts';
import type { BatchOutcome } from './bring-tickets.ts';

/** Writes the words of new tickets and comments into the indexes, and makes closing words the answers of their tickets. */
export async function makeTicketsFindable(work: Work<Actor>, { additions, reworded }: BatchOutcome): Promise<void> {
  const tickets = await work.of(ImportBatchStore).tickets([...reworded]);
  await putSearchEntries(work, tickets);
  await addReportWords(work, tickets);
  const answered: number[] = [];
  for (const { id, number, reporterId, status, summaries, moves } of additions) {
    const answer = summaries.at(-1);
    if (answer === undefined) continue;
    await putAnswer(work, {
      ...{ comment_id: answer.id, ticket_id: id, number, reporter_id: reporterId, question: null },
      // Nobody has said whether it is shared (docs/rules/answers.md#question-and-sharing).
      ...{ is_shared: true, is_confirmed: false, is_closed: status === 'closed', answered_at: answer.at },
    });
    if (moves.some(({ from, at }) => from === 'closed' && at >= answer.at)) await reopenAnswer(work, id);
    if (status === 'closed') await closeAnswer(work, id);
    answered.push(number);
  }
  await indexAllSolved(work, answered);
}
