import type { Settings, SettingsChange } from '../../contract/settings.ts';
import { type Actor, refusePrograms } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import type { Work } from '../work.ts';
import { type EffectiveSettings, isSecret, readSettings, storedSecret } from './effective-settings.ts';
import { settingsChange } from './settings-change.ts';
import { viewSettings } from './view-settings.ts';

/**
 * PATCH /api/settings. Stores only the fields that change, so what the environment gives goes on holding for the
 * others.
 *
 * @throws Failure `forbidden` for a program that changes who may sign in; `secret_required` (docs/rules/settings.md#secrets).
 */
export async function changeSettings(work: Work, source: SettingsSource, changes: SettingsChange): Promise<Settings> {
  const { developer_emails, allowed_domains } = changes;
  if (developer_emails !== undefined || allowed_domains !== undefined) refusePrograms(work.actor);
  const current = await holdSettings(work, source);
  const change = settingsChange(current, changes);
  return viewSettings(await storeSettings(work, source, current, change));
}

/** Reads the settings that hold, under a lock: nobody else changes them until the transaction ends. */
export async function holdSettings(work: Work<Actor>, source: SettingsSource): Promise<EffectiveSettings> {
  await work.lock('settings');
  return readSettings(work, source);
}

/**
 * Stores the changed fields, with secrets sealed for their new destination.
 *
 * @returns the settings that hold from now on.
 */
export async function storeSettings(
  work: Work<Actor>,
  source: SettingsSource,
  current: EffectiveSettings,
  change: Partial<EffectiveSettings>,
): Promise<EffectiveSettings> {
  const settings = { ...current, ...change };
  for (const [name, value] of Object.entries(change)) {
    const stored = isSecret(name) ? storedSecret(name, settings[name], settings, source.sealingKey) : value;
    await work.settings.set(name, JSON.stringify(stored), work.now, work.actor?.id ?? null);
  }
  const names = Object.keys(change);
  if (names.length > 0) await recordAudit(work, 'settings.changed', null, { names });
  return settings;
}
