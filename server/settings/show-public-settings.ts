import type { PublicSettings } from '../../contract/settings.ts';
import type { Actor } from '../actor.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import type { Work } from '../work.ts';
import { readSettings } from './effective-settings.ts';
import { viewPublicSettings } from './view-settings.ts';

/** GET /api/settings/public. */
export async function showPublicSettings(work: Work<Actor>, source: SettingsSource): Promise<PublicSettings> {
  return viewPublicSettings(await readSettings(work, source));
}
