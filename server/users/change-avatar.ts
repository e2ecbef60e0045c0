import { Failure } from '../failure.ts';
import type { Replacement, StoredPicture } from '../files/picture.ts';
import type { Work } from '../work.ts';
import type { StoredUser } from './user-store.ts';

/**
 * Makes this picture the avatar of the caller; null leaves them without one.
 *
 * @throws Failure `unauthorized` when the caller is gone.
 */
export async function changeAvatar(
  work: Work,
  picture: StoredPicture | null,
): Promise<Replacement & { user: StoredUser }> {
  const user = await work.users.holdAlone(work.actor.id);
  if (user === undefined) throw new Failure('unauthorized');
  const replaced = user.avatar_filename;
  if (replaced === null && picture === null) return { user, replaced };
  const change = {
    avatar_filename: picture?.filename ?? null,
    avatar_type: picture?.type ?? null,
    avatar_updated_at: picture ? work.now : null,
  };
  await work.users.change(user.id, change);
  return { user: { ...user, ...change }, replaced };
}
