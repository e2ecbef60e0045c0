import type { Person } from '../actor.ts'
import type { SessionPerson } from './session-store.ts'

/** The person of a session; null when it has ended or was revoked at `now` (milliseconds). */
export function personIn(session: SessionPerson | undefined, now: number): Person | null {
  if (session === undefined || session.revoked_at !== null || Date.parse(session.expires_at) <= now) return null
  const { id, email, name, role, language, session_id: sessionId } = session
  return { id, email, name, role, language, sessionId }
}
