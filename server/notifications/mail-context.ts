/** What both kinds of mail are written with: the settings that hold, and to whom. */
import type { Message } from '../mail/mailer.ts'
import type { EffectiveSettings, SettingsSource } from '../settings/effective-settings.ts'
import type { StoredUser } from '../users/user-store.ts'
import type { Interest } from './recipients.ts'
import type { EmailContext } from './ticket-notification.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

/** What it takes to write to somebody. */
export interface MailContext {
  readonly source: SettingsSource
  /** 32 bytes; signs the addresses that turn mails off. */
  readonly unsubscribeKey: Buffer
}

export interface ReadyMail {
  readonly settings: EffectiveSettings
  readonly message: Message
}

/** Where mails of this recipient go, as the outbox knows it. */
export const destinationName = (userId: string): string => `mail:${userId}`
export const recipientId = (destination: string): string => destination.slice('mail:'.length)

export function envelopeFor(
  reader: StoredUser,
  interest: Interest,
  settings: EffectiveSettings,
  desk: MailContext,
): EmailContext {
  const { app_url: appUrl } = settings
  const token = unsubscribeToken(desk.unsubscribeKey, { userId: reader.id, interest })
  const offUrl = appUrl === '' ? null : `${appUrl}/api/notifications/unsubscribe?token=${token}`
  return { language: reader.language, appUrl, offUrl }
}
