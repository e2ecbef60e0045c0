import { Failure } from '../failure.ts';
import type { Work } from '../work.ts';
import { personIn } from './person-in-session.ts';

/**
 * Ends one of the caller's own sessions: its token is no longer valid.
 *
 * @param unusedSessionMs after how many milliseconds without a use a session is over.
 * @throws Failure `session_not_found`, also for another person's session and for one that has ended.
 */
export async function endSession(work: Work, id: string, unusedSessionMs: number): Promise<void> {
  const session = await work.sessions.personOf(id);
  const person = personIn(session, Date.parse(work.now), unusedSessionMs);
  if (person?.id !== work.actor.id) throw new Failure('session_not_found');
  await work.sessions.revoke(id, work.now);
}
