import type { Actor } from '../../actor.ts';
import type { Work } from '../../work.ts';
import { readerFor } from '../answer-reader.ts';
import { similarFor } from '../similar/find-similar.ts';

/** At most this many tickets are looked at in one go. */
const BATCH = 100;

/**
 * Notes what the new tickets asked, each with the answers that its reporter was offered, but not who it was: so that the
 * team sees which answers are asked for and do not help, and which answers are missing. A job does it, and no reading
 * request (docs/rules/answers.md#what-to-write-next).
 */
export async function noteQuestions(work: Work<Actor>): Promise<void> {
  // Of several nodes, one notes a ticket.
  if (!(await work.tryLock('questions_asked'))) return;
  const tickets = await work.questions.unseen(BATCH);
  for (const { title, description, number, reporter_id, role, created_at } of tickets) {
    const reader = await readerFor(work, { id: reporter_id, role });
    const found = await similarFor(work, reader, title, description);
    const answers = found.filter((answer) => answer.number !== number).map(({ answer_id }) => answer_id);
    const question = { id: work.newId(), question: title, was_found: answers.length > 0, asked_at: created_at };
    await work.questions.add(question, answers);
  }
  const last = tickets.at(-1);
  if (last) await work.questions.see(last.number);
}
