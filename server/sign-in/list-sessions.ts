import type { Session } from '../../contract/sessions.ts'
import type { Work } from '../work.ts'

/** The caller's own sessions that have not ended, the latest first. */
export async function listSessions(work: Work): Promise<Session[]> {
  const sessions = await work.sessions.liveOf(work.actor.id, work.now)
  return sessions.map((session) => ({ ...session, current: session.id === work.actor.sessionId }))
}
