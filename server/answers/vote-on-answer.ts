import type { AnswerCounts, AnswerVote } from '../../contract/answers.ts';
import type { AnswerReader } from '../database/answer-dialect.ts';
import { Failure } from '../failure.ts';
import type { Work } from '../work.ts';
import { answerReader } from './answer-reader.ts';
import type { StoredAnswer } from './answer-store.ts';
import { hasHeld } from './has-held.ts';

/**
 * Notes whether an answer helped the caller: one vote a person, the last one counts (docs/rules/answers.md#did-it-help).
 *
 * @throws Failure `answer_not_found`, also for one that the caller may not read; `forbidden` for a ticket of somebody else.
 */
export async function voteOnAnswer(work: Work, id: string, { helped, ticket_id }: AnswerVote): Promise<AnswerCounts> {
  const reader = await answerReader(work);
  const found = await work.answers.find(id);
  if (found === undefined || !mayBeOffered(found, reader)) throw new Failure('answer_not_found');
  if (ticket_id !== undefined) await refuseForeignTicket(work, ticket_id);
  // Two votes at the same moment must count each other.
  const answer = await work.answers.hold(id);
  if (answer === undefined) throw new Failure('answer_not_found');
  await work.votes.put({
    comment_id: id,
    user_id: work.actor.id,
    helped,
    ticket_id: ticket_id ?? null,
    voted_at: work.now,
  });
  const counts = await work.votes.counts(id);
  const held = hasHeld(answer.was_reopened === 1, counts);
  await work.answers.change(id, { ...counts, held, ...(helped ? { last_used_at: work.now } : {}) });
  return counts;
}

/** Whether the caller may have been offered an answer: also one from before there was a choice of sharing it. */
const mayBeOffered = (answer: StoredAnswer, reader: AnswerReader): boolean =>
  answer.is_closed === 1 &&
  (reader.all || answer.reporter_id === reader.ownId || (reader.shared && answer.is_shared === 1));

/** @throws Failure `forbidden`, the same for a ticket that is not there. */
async function refuseForeignTicket(work: Work, id: string): Promise<void> {
  if ((await work.votes.reporterOf(id)) !== work.actor.id)
    throw new Failure('forbidden', { message: 'Name a ticket that you reported, or leave ticket_id out.' });
}
