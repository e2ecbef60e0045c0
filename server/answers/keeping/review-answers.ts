import type { AnswerReview } from '../../../contract/answers.ts';
import { DAY, shifted } from '../../clock.ts';
import type { AnswerReader } from '../../database/answer-dialect.ts';
import type { Work } from '../../work.ts';
import { readerFor } from '../answer-reader.ts';
import { peopleNamed } from '../people-named.ts';
import { similarFor } from '../similar/find-similar.ts';

const SHOWN = 50;
/** So many questions are asked again: each costs as much as a report that is being written. */
const ASKED_AGAIN = 20;
/** An answer that nobody has used for so long may be out of date. */
const STALE_AFTER = 365 * DAY;
/** While a team shares nothing, an answer is there when a developer finds it. */
const DEVELOPER: AnswerReader = { all: true };

/** What keepers of the answers look at: what is asked often, what has not helped for a year, what is missing. */
export async function reviewAnswers(work: Work): Promise<AnswerReview> {
  const asked = await work.questions.mostAsked(SHOWN);
  const stale = await work.questions.stale(shifted(work.now, -STALE_AFTER), SHOWN);
  const write = await peopleNamed(
    work,
    [...asked, ...stale].map(({ content }) => content),
  );
  const named = <A extends { content: string }>(answer: A): A => ({ ...answer, content: write(answer.content, true) });
  return {
    generated_at: work.now,
    asked: asked.map(named),
    stale: stale.map(named),
    unanswered: await stillUnanswered(work, await work.questions.unanswered(ASKED_AGAIN)),
  };
}

/** Those questions that find nothing today either, when a colleague asks them who has reported nothing. */
async function stillUnanswered<Q extends { question: string }>(work: Work, questions: readonly Q[]): Promise<Q[]> {
  const colleague = await readerFor(work, { id: work.newId(), role: 'user' });
  const reader = !colleague.all && colleague.shared ? colleague : DEVELOPER;
  const left: Q[] = [];
  for (const one of questions) if ((await similarFor(work, reader, one.question, '')).length === 0) left.push(one);
  return left;
}
