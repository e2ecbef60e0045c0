import type { StoredUser } from '#people';
import type { Message, SettingsSource } from '#platform';
import type { EffectiveSettings } from '#settings';
import type { Interest } from './recipients.ts';
import type { ReaderContext } from './ticket-notification.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

/** What every mail is written with: the settings that hold, its reader, and the address that turns such mails off. */

/** What the service has for writing mails. */
export interface MailContext {
  readonly source: SettingsSource;
  /** 32 bytes. Signs the addresses that turn mails off. */
  readonly unsubscribeKey: Buffer;
}

export interface ReadyMail {
  readonly settings: EffectiveSettings;
  readonly message: Message;
}

/** The destination of mails to a person. */
export const destinationName = (userId: string): string => `mail:${userId}`;
/** The person behind such a destination. */
export const recipientId = (destination: string): string => destination.slice('mail:'.length);

export function readerContext(
  person: StoredUser,
  interest: Interest,
  settings: EffectiveSettings,
  context: MailContext,
): ReaderContext {
  const { app_url: appUrl } = settings;
  const token = unsubscribeToken(context.unsubscribeKey, { userId: person.id, interest });
  const offUrl = appUrl === '' ? null : `${appUrl}/api/notifications/unsubscribe?token=${token}`;
  return { language: person.language, appUrl, offUrl };
}
