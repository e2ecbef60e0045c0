import type { Session } from '../../contract/sessions.ts';
import type { Work } from '../work.ts';
import { isUnused } from './person-in-session.ts';

/**
 * The caller's own sessions that have not ended, the latest first.
 *
 * @param unusedSessionMs after how many milliseconds without a use a session is over.
 */
export async function listSessions(work: Work, unusedSessionMs: number): Promise<Session[]> {
  const sessions = await work.sessions.liveOf(work.actor.id, work.now);
  return sessions
    .filter((session) => !isUnused(session, Date.parse(work.now), unusedSessionMs))
    .map(({ last_used_at: _, ...session }) => ({ ...session, current: session.id === work.actor.credential.id }));
}
