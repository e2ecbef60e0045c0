import { createHash } from 'node:crypto';
import type { Actor } from '../actor.ts';
import { mailProblem } from '../mail/mail-problem.ts';
import type { Work } from '../work.ts';
import type { EffectiveSettings } from './effective-settings.ts';

/** The row of the settings that remembers which way of sending a provider has accepted. */
const PROVEN = 'mail_proven';

/** Remembers that the provider of these settings has accepted a message. */
export async function rememberMailProof(work: Work<Actor>, settings: EffectiveSettings): Promise<void> {
  await work.settings.set(PROVEN, JSON.stringify(wayOf(settings)), work.now, work.actor?.id ?? null);
}

/** Whether a provider is set and has accepted a message since it was set so. */
export async function isMailProven(work: Work<Actor>, settings: EffectiveSettings): Promise<boolean> {
  if (settings.mail_provider === null || mailProblem(settings) !== null) return false;
  return (await work.settings.get(PROVEN)) === JSON.stringify(wayOf(settings));
}

/** Another provider, server, account or sender has another one. It is a digest, for an account may be a person's address. */
function wayOf(settings: EffectiveSettings): string {
  const { mail_provider, smtp_host, smtp_port, smtp_user, smtp_from, ses_region, ses_endpoint, ses_from } = settings;
  const way =
    mail_provider === 'smtp' ? [smtp_host, smtp_port, smtp_user, smtp_from] : [ses_region, ses_endpoint, ses_from];
  return createHash('sha256')
    .update(JSON.stringify([mail_provider, ...way]))
    .digest('hex');
}
