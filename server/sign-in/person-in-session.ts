import type { Person } from '../actor.ts';
import type { SessionPerson } from './session-store.ts';

type Use = Pick<SessionPerson, 'created_at' | 'last_used_at'>;

/** When a session was last used, to the hour, in milliseconds. */
export const lastUseOf = ({ created_at, last_used_at }: Use): number => Date.parse(last_used_at ?? created_at);

/** Whether nobody has used a session for `unusedMs` (milliseconds, or Infinity) at `now`. */
export const isUnused = (session: Use, now: number, unusedMs: number): boolean => now - lastUseOf(session) >= unusedMs;

/**
 * The person of a session; null when it has ended or was revoked at `now` (milliseconds), when it was not used for
 * `unusedMs`, or when the person is gone.
 *
 * @param unusedMs Infinity where a request is on its way, which is a use by itself.
 */
export function personIn(session: SessionPerson | undefined, now: number, unusedMs: number): Person | null {
  if (session === undefined || session.revoked_at !== null || Date.parse(session.expires_at) <= now) return null;
  if (session.is_active === 0 || isUnused(session, now, unusedMs)) return null;
  const { id, email, name, role, language, session_id } = session;
  return { id, email, name, role, language, credential: { kind: 'session', id: session_id } };
}
