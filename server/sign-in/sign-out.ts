import type { Work } from '../work.ts';

/** POST /api/auth/logout: ends the session of the token that was sent. */
export async function signOut(work: Work): Promise<void> {
  await work.sessions.revoke(work.actor.credential.id, work.now);
}

/** POST /api/auth/logout-all: ends every session of the caller. */
export async function signOutEverywhere(work: Work): Promise<void> {
  await work.sessions.revokeAll(work.actor.id, work.now);
}
