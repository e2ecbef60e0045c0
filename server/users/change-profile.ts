import type { ProfileChange, User } from '../../contract/users.ts';
import { Failure } from '../failure.ts';
import type { Work } from '../work.ts';
import { viewUser } from './user-view.ts';

/** Changes the profile of the caller. @throws Failure `unauthorized` when they are gone. */
export async function changeProfile(work: Work, change: ProfileChange): Promise<User> {
  await work.users.change(work.actor.id, change);
  const user = await work.users.find(work.actor.id);
  if (user === undefined) throw new Failure('unauthorized');
  return viewUser(user);
}
