import { MASK, type PublicSettings, SECRET_SETTINGS, type Settings } from '../../contract/settings.ts'
import type { StoredPicture } from '../pictures/picture.ts'
import type { EffectiveSettings } from './effective-settings.ts'

/** The settings as developers read them: of a secret only whether it is set (docs/rules/settings.md#secrets). */
export function viewSettings({ app_logo, ...settings }: EffectiveSettings): Settings {
  const masked = SECRET_SETTINGS.map((name) => [name, settings[name] === '' ? '' : MASK])
  return { ...settings, ...Object.fromEntries(masked), app_logo_url: logoUrl(app_logo) }
}

/** What a page may know before anyone has signed in. */
export const viewPublicSettings = (settings: EffectiveSettings): PublicSettings => ({
  app_name: settings.app_name,
  app_url: settings.app_url,
  app_logo_url: logoUrl(settings.app_logo),
  default_language: settings.default_language,
})

/** The version in the address lets browsers keep the logo until there is another. */
const logoUrl = (logo: StoredPicture | null): string | null =>
  logo && `/api/settings/logo?v=${logo.filename.slice(0, 8)}`
