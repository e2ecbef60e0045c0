import type { Actor, SettingsSource, Work } from '#platform';
import { effectiveSettings, isSecret, open, storedSettings, webhookPurpose } from '#settings';
import { CheckStore } from './check-store.ts';
import { type Checked, counted } from './checked.ts';

/**
 * Checks that the key opens each stored secret: passwords of the mail provider, and what signs webhooks.
 *
 * @param source null where the key is not known.
 */
export async function checkSecrets(work: Work<Actor>, source: SettingsSource | null): Promise<Checked> {
  const stored = await storedSettings(work);
  const sealed = [...stored].flatMap(([name, text]) => (isSecret(name) && text.includes('"sealed"') ? [name] : []));
  const webhooks = await work.of(CheckStore).webhookSecrets();
  const all = sealed.length + webhooks.length;
  if (source === null) return { name: 'secrets', text: `${counted(all, 'secret')}, and no key to try`, problems: [] };
  const settings = effectiveSettings(stored, source);
  const unread = sealed.filter((name) => settings[name] === '').map((name) => `the key does not open ${name}`);
  // An imported webhook has none until a developer gives it one.
  const mute = webhooks.filter(
    ({ id, secret }) => secret !== '' && open(source.sealingKey, secret, webhookPurpose(id)) === null,
  );
  const problems = [...unread, ...mute.map(({ id }) => `the key does not open the secret of the webhook ${id}`)];
  return { name: 'secrets', text: `${all - problems.length} of ${counted(all, 'secret')} can be read`, problems };
}
