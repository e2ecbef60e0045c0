import { createHash } from 'node:crypto';
import type { MailTestResult } from '#contract/settings.ts';
import { type Actor, Failure, MailRefused, mailProblem, type Person, testMessage, type Work } from '#platform';
import type { Mailers } from '#platform/serving';
import { type EffectiveSettings, storedSetting, storeSetting } from './effective-settings.ts';

/** The row of the settings that remembers which way of sending a provider has accepted. */
const PROVEN = 'mail_proven';

/** Remembers that the provider of these settings has accepted a message. */
export async function rememberMailProof(work: Work<Actor>, settings: EffectiveSettings): Promise<void> {
  await storeSetting(work, PROVEN, wayOf(settings));
}

/** Whether a provider is set and has accepted a message since it was set so. */
export async function isMailProven(work: Work<Actor>, settings: EffectiveSettings): Promise<boolean> {
  if (settings.mail_provider === null || mailProblem(settings) !== null) return false;
  return (await storedSetting(work, PROVEN)) === JSON.stringify(wayOf(settings));
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

const NO_PROVIDER = 'Choose a mail provider in the settings first; none is set.';
/** How many characters of a provider's words the caller is told. */
const WORDS_LENGTH = 500;

/**
 * Sends a test message as these settings say. Call it outside of any transaction.
 *
 * @throws Failure `mail_delivery_failed`, in the provider's words: the caller is a developer
 * (docs/rules/settings.md#test-messages).
 */
export async function sendTestMail(
  mailers: Pick<Mailers, 'sendTest'>,
  settings: EffectiveSettings,
  { language, name: asker }: Person,
  to: string,
): Promise<MailTestResult> {
  const words = { language, asker, appName: settings.app_name, appUrl: settings.app_url };
  try {
    const mode = await mailers.sendTest(settings, { to, ...testMessage(words) });
    if (mode !== null) return { success: true, delivered: mode !== 'dev-fallback', mode };
  } catch (error) {
    throw error instanceof MailRefused ? refusal(error) : error;
  }
  throw new Failure('mail_delivery_failed', { message: mailProblem(settings) ?? NO_PROVIDER });
}

/** The settings with SMTP as the provider, so that a developer can test SMTP before choosing it. */
export const throughSmtp = (settings: EffectiveSettings): EffectiveSettings => ({ ...settings, mail_provider: 'smtp' });

function refusal(error: MailRefused): Failure {
  const words = error.message.replace(/\s+/g, ' ').trim().slice(0, WORDS_LENGTH);
  const message = `The message did not go out: ${words}`;
  return Object.assign(new Failure('mail_delivery_failed', { upstream: true, message }), { cause: error });
}
