import type { MailTestResult } from '../../contract/settings.ts'
import type { Person } from '../actor.ts'
import { Failure } from '../failure.ts'
import { testMessage } from '../mail/mail-test-message.ts'
import { MailRefused } from '../mail/mailer.ts'
import type { Mailers } from '../mail/mailers.ts'
import type { EffectiveSettings } from './effective-settings.ts'

/** So much of what a provider says is passed on. */
const WORDS_LENGTH = 1000

/**
 * Sends a test message as these settings say. No transaction is open meanwhile.
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
  const words = { language, asker, appName: settings.app_name, appUrl: settings.app_url }
  try {
    const mode = await mailers.sendTest(settings, { to, ...testMessage(words) })
    if (mode !== null) return { success: true, delivered: mode !== 'mailbox', mode }
  } catch (error) {
    throw error instanceof MailRefused ? refusal(error) : error
  }
  throw new Failure('mail_delivery_failed', { message: 'Choose a mail provider in the settings first; none is set.' })
}

/**
 * The same settings, but for SMTP: whatever the provider, what is set for SMTP is tried. Only where nothing is set at all
 * does the message go where every other one does.
 */
export const throughSmtp = (settings: EffectiveSettings): EffectiveSettings =>
  settings.smtp_host === '' && settings.mail_provider === null ? settings : { ...settings, mail_provider: 'smtp' }

function refusal(error: MailRefused): Failure {
  const words = error.message.replace(/\s+/g, ' ').trim().slice(0, WORDS_LENGTH)
  const failure = new Failure('mail_delivery_failed', { upstream: true, message: `The message was refused: ${words}` })
  failure.cause = error
  return failure
}
