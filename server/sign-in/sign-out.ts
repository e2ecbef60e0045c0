import type { Work } from '../work.ts'

/** POST /api/auth/logout: the token that was sent is no longer good. */
export async function signOut(work: Work): Promise<void> {
  await work.sessions.revoke(work.actor.sessionId, work.now)
}

/** POST /api/auth/logout-all: nor is any other of the same person. */
export async function signOutEverywhere(work: Work): Promise<void> {
  await work.sessions.revokeAll(work.actor.id, work.now)
}
