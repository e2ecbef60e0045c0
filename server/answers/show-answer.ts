import type { Answer } from '../../contract/answers.ts';
import { Failure } from '../failure.ts';
import type { Work } from '../work.ts';
import { answerReader } from './answer-reader.ts';
import { viewAnswers } from './answer-view.ts';

/** Reads one answer. @throws Failure `answer_not_found`, also for one that the caller may not read. */
export async function showAnswer(work: Work, id: string): Promise<Answer> {
  const reader = await answerReader(work);
  const answer = await work.listedAnswers.find(id, reader);
  if (answer === undefined) throw new Failure('answer_not_found');
  const [shown] = await viewAnswers(work, [answer], reader);
  if (shown === undefined) throw new Failure('answer_not_found');
  return shown;
}
