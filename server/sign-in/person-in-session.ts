import type { Person } from '../actor.ts'
import type { Instant } from '../clock.ts'
import { Failure } from '../failure.ts'
import type { SessionPerson, SessionStore } from './session-store.ts'

/** The person of a session; null when it has ended or was revoked at `now` (milliseconds), or the person is gone. */
export function personIn(session: SessionPerson | undefined, now: number): Person | null {
  if (session === undefined || session.revoked_at !== null || Date.parse(session.expires_at) <= now) return null
  if (session.is_active === 0) return null
  const { id, email, name, role, language, session_id: sessionId } = session
  return { id, email, name, role, language, sessionId }
}

/**
 * The person of a session, as the database has both now. A write calls it in its own transaction
 * (docs/rules/sign-in.md#rights-at-the-moment-of-the-write).
 *
 * @throws Failure `unauthorized` when the session is over.
 */
export async function personNow(sessions: SessionStore, sessionId: string, now: Instant): Promise<Person> {
  const person = personIn(await sessions.personOf(sessionId), Date.parse(now))
  if (person === null) throw new Failure('unauthorized')
  return person
}
