import type { Work } from '../work.ts'

/**
 * Changes what an answer was about, and whether it is shared, which confirms it. Open pages hear that its ticket has
 * changed; nobody is mailed, and its version stays (docs/rules/answers.md#question-and-sharing).
 */
export async function describeAnswer(
  work: Work,
  ticket: { readonly id: string; readonly number: number },
  comment: string,
  changes: { readonly question?: string | null; readonly is_shared?: boolean },
): Promise<void> {
  const isConfirmed = changes.is_shared === undefined ? {} : { is_confirmed: true }
  const before = await work.answers.find(comment)
  if (before === undefined || isUnchanged(before, changes)) return
  await work.answers.describe(comment, { ...changes, ...isConfirmed })
  await work.tickets.touch(ticket.id, work.now)
  await work.solved.index(ticket.id, ticket.number)
}

interface Described {
  readonly question: string | null
  readonly is_shared: 0 | 1
  readonly is_confirmed: 0 | 1
}

const isUnchanged = (before: Described, { question, is_shared }: Parameters<typeof describeAnswer>[3]): boolean =>
  (question === undefined || question === before.question) &&
  (is_shared === undefined || (before.is_confirmed === 1 && (before.is_shared === 1) === is_shared))
