import type { MailSettings } from './mail-settings.ts';

/** The settings without which a provider can send nothing. */
const NEEDED = { smtp: ['smtp_host', 'smtp_from'], ses: ['ses_region', 'ses_from'] } as const;
const NAMES = { smtp: 'SMTP', ses: 'Amazon SES' } as const;

/**
 * Why the chosen provider counts as none: it lacks its host, region or sender (docs/rules/settings.md#mail). null when it
 * lacks nothing, or none is chosen.
 */
export function mailProblem(settings: MailSettings): string | null {
  const { mail_provider: provider } = settings;
  if (provider === null) return null;
  const missing = NEEDED[provider].filter((name) => settings[name] === '');
  if (missing.length === 0) return null;
  const verb = missing.length === 1 ? 'is' : 'are';
  return `Mail is off: ${NAMES[provider]} is chosen, but ${missing.join(' and ')} ${verb} not set. Set what is missing, or choose no provider.`;
}
