import type { Actor } from '../actor.ts';
import { Failure } from '../failure.ts';
import type { StoredPicture } from '../files/picture.ts';
import type { Work } from '../work.ts';

/**
 * The logo. The environment never gives one.
 *
 * @throws Failure `file_not_found` when there is none (docs/rules/settings.md#logo).
 */
export async function findLogo(work: Work<Actor>): Promise<StoredPicture> {
  const logo: StoredPicture | null = JSON.parse((await work.settings.get('app_logo')) ?? 'null');
  if (logo === null) throw new Failure('file_not_found');
  return logo;
}
