import { Failure } from '../failure.ts'
import type { Work } from '../work.ts'

/**
 * Ends one of one's own sign-ins: its token is no longer good.
 *
 * @throws Failure `session_not_found`, also for somebody else's and for one that is over.
 */
export async function endSession(work: Work, id: string): Promise<void> {
  if (!(await work.sessions.revokeOwn(id, work.actor.id, work.now))) throw new Failure('session_not_found')
}
