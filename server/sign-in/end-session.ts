import { Failure } from '../failure.ts'
import type { Work } from '../work.ts'

/**
 * Ends one of the caller's own sessions: its token is no longer valid.
 *
 * @throws Failure `session_not_found`, also for another person's session and for one that has ended.
 */
export async function endSession(work: Work, id: string): Promise<void> {
  if (!(await work.sessions.revokeOwn(id, work.actor.id, work.now))) throw new Failure('session_not_found')
}
