import type { SettingsChange } from '../../contract/settings.ts';
import { MASK } from '../../contract/words.ts';
import { Failure } from '../failure.ts';
import { type EffectiveSettings, isSecret } from './effective-settings.ts';
import { DESTINATION, type SecretName } from './sealed.ts';

/**
 * Decides which settings a PATCH changes (docs/rules/settings.md#what-holds): each field that must be written, with its
 * new value; none when nothing changes. A secret whose destination has changed is written again, even with the same
 * value.
 *
 * @throws Failure `secret_required` when a stored secret would go to another destination and the caller did not send it
 * anew.
 */
export function settingsChange(current: EffectiveSettings, changes: SettingsChange): Partial<EffectiveSettings> {
  const wanted = { ...current, ...tidied(current, changes) };
  const changed = new Set(Object.keys(wanted).filter((name) => differs(read(current, name), read(wanted, name))));
  for (const name of Object.keys(DESTINATION) as SecretName[]) {
    if (!DESTINATION[name].some((part) => changed.has(part))) continue;
    const sent = changes[name] !== undefined && changes[name] !== MASK;
    if (current[name] !== '' && !sent) throw new Failure('secret_required', { message: sentence(name) });
    if (sent) changed.add(name);
  }
  return Object.fromEntries([...changed].map((name) => [name, read(wanted, name)]));
}

/**
 * The changes as they are stored: without secrets that came back masked, addresses and domains in lower case, flags
 * merged.
 */
function tidied(current: EffectiveSettings, changes: SettingsChange): Partial<EffectiveSettings> {
  const { feature_flags, allowed_domains, developer_emails, app_url, ...rest } = changes;
  const kept = Object.entries(rest).filter(
    ([name, value]) => value !== undefined && !(isSecret(name) && value === MASK),
  );
  return {
    ...Object.fromEntries(kept),
    ...(app_url === undefined ? {} : { app_url: app_url.replace(/\/+$/, '') }),
    ...(allowed_domains ? { allowed_domains: folded(allowed_domains) } : {}),
    ...(developer_emails ? { developer_emails: folded(developer_emails) } : {}),
    ...(feature_flags ? { feature_flags: merged(current.feature_flags, feature_flags) } : {}),
  };
}

const folded = (words: readonly string[]): string[] => [...new Set(words.map((word) => word.trim().toLowerCase()))];

type Flags = EffectiveSettings['feature_flags'];

function merged(flags: Flags, changes: NonNullable<SettingsChange['feature_flags']>): Flags {
  const entries = Object.entries({ ...flags, ...changes }).filter(([, value]) => typeof value === 'boolean');
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const read = (settings: EffectiveSettings, name: string): unknown => settings[name as keyof EffectiveSettings];

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

const sentence = (name: SecretName): string =>
  `Send ${name} again together with this change, or clear it with an empty string.`;
