import type { Identity } from '#contract/sign-in.ts';
import { Failure, type Work } from '#platform';
import { UserStore } from '../../users/user-store.ts';
import { SessionStore } from '../session-store.ts';
import { IdentityStore } from './identity-store.ts';

/** GET /api/users/:id/identities. @throws Failure `user_not_found`. */
export async function listIdentities(work: Work, userId: string): Promise<Identity[]> {
  if ((await work.of(UserStore).find(userId)) === undefined) throw new Failure('user_not_found');
  return (await work.of(IdentityStore).ofUser(userId)).map(({ user_id: _, ...identity }) => identity);
}

/**
 * Unlinks a company account, and ends the sessions that began with it.
 *
 * @throws Failure `user_not_found`, `identity_not_found`.
 */
export async function removeIdentity(work: Work, userId: string, id: string): Promise<void> {
  if ((await work.of(UserStore).find(userId)) === undefined) throw new Failure('user_not_found');
  if (!(await work.of(IdentityStore).remove(id, userId))) throw new Failure('identity_not_found');
  await work.of(SessionStore).revokeOfIdentity(id, work.now);
}
