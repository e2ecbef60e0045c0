import type { Settings } from '../../contract/settings.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import type { Work } from '../work.ts';
import { readSettings } from './effective-settings.ts';
import { viewSettings } from './view-settings.ts';

/** GET /api/settings. */
export async function showSettings(work: Work, source: SettingsSource): Promise<Settings> {
  return viewSettings(await readSettings(work, source));
}
