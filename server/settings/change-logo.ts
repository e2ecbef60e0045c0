import type { Settings } from '../../contract/settings.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import type { Replacement, StoredPicture } from '../files/picture.ts';
import type { Work } from '../work.ts';
import { holdSettings, storeSettings } from './change-settings.ts';
import { viewSettings } from './view-settings.ts';

/** Makes this picture the logo; null leaves Kwit without one. */
export async function changeLogo(
  work: Work,
  source: SettingsSource,
  app_logo: StoredPicture | null,
): Promise<Replacement & { settings: Settings }> {
  const current = await holdSettings(work, source);
  const settings = await storeSettings(work, source, current, { app_logo });
  return { settings: viewSettings(settings), replaced: current.app_logo?.filename ?? null };
}
