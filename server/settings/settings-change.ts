import { MASK, type SettingsChange } from '../../contract/settings.ts'
import { Failure } from '../failure.ts'
import { type EffectiveSettings, isSecret } from './effective-settings.ts'
import { DESTINATION, type SecretName } from './sealed.ts'

/**
 * What a wish changes in the settings that hold (docs/rules/settings.md#what-holds): each field that must be written,
 * with its new value. Empty when nothing changes. A secret is written again when where it goes has changed, even with
 * the same value.
 *
 * @throws Failure `secret_required` when a secret that is set would go elsewhere and was not sent anew.
 */
export function settingsChange(current: EffectiveSettings, wish: SettingsChange): Partial<EffectiveSettings> {
  const wanted = { ...current, ...tidied(current, wish) }
  const changed = new Set(Object.keys(wanted).filter((name) => differs(read(current, name), read(wanted, name))))
  for (const name of Object.keys(DESTINATION) as SecretName[]) {
    if (!DESTINATION[name].some((part) => changed.has(part))) continue
    const sent = wish[name] !== undefined && wish[name] !== MASK
    if (current[name] !== '' && !sent) throw new Failure('secret_required', { message: sentence(name) })
    if (sent) changed.add(name)
  }
  return Object.fromEntries([...changed].map((name) => [name, read(wanted, name)]))
}

/** The wish as it would be stored: without secrets that are sent back masked, in lower case, merged. */
function tidied(current: EffectiveSettings, wish: SettingsChange): Partial<EffectiveSettings> {
  const { feature_flags, allowed_domains, developer_emails, app_url, ...rest } = wish
  const kept = Object.entries(rest).filter(
    ([name, value]) => value !== undefined && !(isSecret(name) && value === MASK),
  )
  return {
    ...Object.fromEntries(kept),
    ...(app_url === undefined ? {} : { app_url: app_url.replace(/\/+$/, '') }),
    ...(allowed_domains ? { allowed_domains: folded(allowed_domains) } : {}),
    ...(developer_emails ? { developer_emails: folded(developer_emails) } : {}),
    ...(feature_flags ? { feature_flags: merged(current.feature_flags, feature_flags) } : {}),
  }
}

const folded = (words: readonly string[]): string[] => [...new Set(words.map((word) => word.trim().toLowerCase()))]

type Flags = EffectiveSettings['feature_flags']

function merged(flags: Flags, wish: NonNullable<SettingsChange['feature_flags']>): Flags {
  const entries = Object.entries({ ...flags, ...wish }).filter(([, value]) => typeof value === 'boolean')
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const read = (settings: EffectiveSettings, name: string): unknown => settings[name as keyof EffectiveSettings]

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b)

const sentence = (name: SecretName): string =>
  `Send ${name} again together with this change, or clear it with an empty string.`
