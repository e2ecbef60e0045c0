import type { Settings, SettingsChange } from '../../contract/settings.ts'
import type { Actor } from '../actor.ts'
import type { Work } from '../work.ts'
import {
  type EffectiveSettings,
  isSecret,
  readSettings,
  type SettingsSource,
  storedSecret,
} from './effective-settings.ts'
import { settingsChange } from './settings-change.ts'
import { viewSettings } from './view-settings.ts'

/**
 * PATCH /api/settings. Fields that do not change are not stored, so what the environment gives keeps holding for them.
 *
 * @throws Failure `secret_required` (docs/rules/settings.md#secrets).
 */
export async function changeSettings(work: Work, source: SettingsSource, wish: SettingsChange): Promise<Settings> {
  const current = await holdSettings(work, source)
  const change = settingsChange(current, wish)
  return viewSettings(await storeSettings(work, source, current, change))
}

/** The settings that hold; nobody else changes them until the transaction ends. */
export async function holdSettings(work: Work<Actor>, source: SettingsSource): Promise<EffectiveSettings> {
  await work.lock('settings')
  return readSettings(work, source)
}

/** Stores the changed fields, secrets sealed for where they then go, and answers what holds from now on. */
export async function storeSettings(
  work: Work<Actor>,
  source: SettingsSource,
  current: EffectiveSettings,
  change: Partial<EffectiveSettings>,
): Promise<EffectiveSettings> {
  const settings = { ...current, ...change }
  for (const [name, value] of Object.entries(change)) {
    const stored = isSecret(name) ? storedSecret(name, settings[name], settings, source.sealingKey) : value
    await work.settings.set(name, JSON.stringify(stored), work.now, work.actor?.id ?? null)
  }
  return settings
}
