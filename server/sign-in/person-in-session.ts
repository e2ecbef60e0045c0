import type { Person } from '../actor.ts'
import type { SessionPerson } from './session-store.ts'

/** Whom a session stands for; null when it is over at `now` (milliseconds): ended or revoked. */
export function personIn(session: SessionPerson | undefined, now: number): Person | null {
  if (session === undefined || session.revoked_at !== null || Date.parse(session.expires_at) <= now) return null
  const { id, email, name, role, language, session_id: sessionId } = session
  return { id, email, name, role, language, sessionId }
}
