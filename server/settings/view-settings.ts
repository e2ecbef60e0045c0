import { type PublicSettings, SECRET_SETTINGS, type Settings } from '../../contract/settings.ts';
import { MASK } from '../../contract/words.ts';
import type { StoredPicture } from '../files/picture.ts';
import { mailProblem } from '../mail/mail-problem.ts';
import type { EffectiveSettings } from './effective-settings.ts';

/** The settings as developers read them: a secret shows only whether it is set (docs/rules/settings.md#secrets). */
export function viewSettings({ app_logo, ...settings }: EffectiveSettings): Settings {
  const masked = SECRET_SETTINGS.map((name) => [name, settings[name] === '' ? '' : MASK]);
  const derived = { app_logo_url: logoUrl(app_logo), mail_problem: mailProblem(settings) };
  return { ...settings, ...Object.fromEntries(masked), ...derived };
}

/** The settings that anyone may read, without a token. */
export const viewPublicSettings = (settings: EffectiveSettings): PublicSettings => ({
  app_name: settings.app_name,
  app_url: settings.app_url,
  app_logo_url: logoUrl(settings.app_logo),
  default_language: settings.default_language,
});

/** The address has a version, so that a browser keeps the logo until there is another one. */
const logoUrl = (logo: StoredPicture | null): string | null =>
  logo && `/api/settings/logo?v=${logo.filename.slice(0, 8)}`;
