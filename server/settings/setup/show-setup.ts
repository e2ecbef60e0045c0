import type { Setup } from '../../../contract/settings.ts';
import type { Actor } from '../../actor.ts';
import type { Work } from '../../work.ts';

/** GET /api/setup: whether somebody has to become the first developer (docs/rules/settings.md#set-up). */
export async function showSetup(work: Work<Actor>): Promise<Setup> {
  return { needs_developer: (await work.users.countDevelopers()) === 0 };
}
