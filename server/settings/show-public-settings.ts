import type { PublicSettings } from '../../contract/settings.ts';
import type { Actor } from '../actor.ts';
import type { Work } from '../work.ts';
import { readSettings, type SettingsSource } from './effective-settings.ts';
import { viewPublicSettings } from './view-settings.ts';

/** GET /api/settings/public. */
export async function showPublicSettings(work: Work<Actor>, source: SettingsSource): Promise<PublicSettings> {
  return viewPublicSettings(await readSettings(work, source));
}
