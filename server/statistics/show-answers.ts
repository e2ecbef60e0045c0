import type { AnswerStatistics } from '../../contract/answer-statistics.ts';
import { peopleNamed } from '../answers/people-named.ts';
import type { Work } from '../work.ts';

const SHOWN = 20;

/** The answers that helped most often, and the tickets that left `closed` most often. */
export async function showAnswers(work: Work): Promise<AnswerStatistics> {
  const helped = await work.helped.mostHelpful(SHOWN);
  const write = await peopleNamed(
    work,
    helped.map((answer) => answer.summary_content ?? ''),
  );
  return {
    generated_at: work.now,
    helped: helped.map((answer) => ({
      ...answer,
      summary_content: answer.summary_content === null ? null : write(answer.summary_content, true),
    })),
    reopened: await work.helped.mostReopened(SHOWN),
  };
}
