import type { MailTestResult } from '../../contract/settings.ts';
import type { Person } from '../actor.ts';
import { Failure } from '../failure.ts';
import { mailProblem } from '../mail/mail-problem.ts';
import { testMessage } from '../mail/mail-test-message.ts';
import { MailRefused } from '../mail/mailer.ts';
import type { Mailers } from '../mail/mailers.ts';
import type { EffectiveSettings } from './effective-settings.ts';

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

/** The same settings with SMTP as the provider, so that a developer can test SMTP before choosing it. */
export const throughSmtp = (settings: EffectiveSettings): EffectiveSettings => ({ ...settings, mail_provider: 'smtp' });

function refusal(error: MailRefused): Failure {
  const words = error.message.replace(/\s+/g, ' ').trim().slice(0, WORDS_LENGTH);
  const failure = new Failure('mail_delivery_failed', {
    upstream: true,
    message: `The message did not go out: ${words}`,
  });
  failure.cause = error;
  return failure;
}
