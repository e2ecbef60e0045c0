import type { Actor } from '../actor.ts';
import { Failure } from '../failure.ts';
import { isFileName } from '../files/file-store.ts';
import type { StoredPicture } from '../files/picture.ts';
import type { Work } from '../work.ts';

/** Finds an avatar by its stored name, and no other file. @throws Failure `file_not_found`. */
export async function findAvatar(work: Work<Actor>, filename: string): Promise<StoredPicture> {
  const avatar = isFileName(filename) ? await work.users.avatar(filename) : undefined;
  if (avatar === undefined) throw new Failure('file_not_found');
  return avatar;
}
