import { type Capabilities, CHECKED_FEATURE, type EnterpriseCheck } from '../../contract/settings.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import { Failure } from '../failure.ts';
import type { Work } from '../work.ts';
import { capabilitiesOf, isOn } from './capabilities.ts';
import { readSettings } from './effective-settings.ts';

/** GET /api/settings/capabilities. */
export async function showCapabilities(work: Work, source: SettingsSource): Promise<Capabilities> {
  const settings = await readSettings(work, source);
  return { generated_at: work.now, edition: settings.edition, capabilities: capabilitiesOf(settings) };
}

/** GET /api/settings/enterprise-check. @throws Failure `feature_not_enabled`. */
export async function checkEnterprise(work: Work, source: SettingsSource): Promise<EnterpriseCheck> {
  const settings = await readSettings(work, source);
  if (!isOn(settings, CHECKED_FEATURE)) throw new Failure('feature_not_enabled', { feature: CHECKED_FEATURE });
  return { ok: true, checked_feature: CHECKED_FEATURE, generated_at: work.now };
}
