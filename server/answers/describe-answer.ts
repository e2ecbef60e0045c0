import type { Work } from '../work.ts';

interface About {
  readonly question?: string | null;
  readonly is_shared?: boolean;
}

/**
 * Changes what an answer is about, and whether it is shared, which confirms it (docs/rules/answers.md#question-and-sharing).
 *
 * @param comment the id of the closure summary.
 * @returns whether anything has changed.
 */
export async function describeAnswer(work: Work, comment: string, about: About): Promise<boolean> {
  if (about.question === undefined && about.is_shared === undefined) return false;
  const before = await work.answers.find(comment);
  if (before === undefined) return false;
  const isConfirmed = before.is_confirmed === 1 || about.is_shared !== undefined;
  const after = { question: before.question, is_shared: before.is_shared === 1, ...about, is_confirmed: isConfirmed };
  await work.answers.change(comment, after);
  return (
    after.question !== before.question ||
    after.is_shared !== (before.is_shared === 1) ||
    isConfirmed !== (before.is_confirmed === 1)
  );
}
