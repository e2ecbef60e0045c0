import type { User } from '../../contract/users.ts';
import { Failure } from '../failure.ts';
import { viewUser } from '../users/user-view.ts';
import type { Work } from '../work.ts';

/**
 * GET /api/auth/me.
 *
 * @throws Failure `unauthorized` when the user was removed after the token was read.
 */
export async function showMe(work: Work): Promise<User> {
  const user = await work.users.find(work.actor.id);
  if (user === undefined) throw new Failure('unauthorized');
  return viewUser(user);
}
