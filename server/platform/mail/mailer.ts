import { MAIL_SECRETS } from '#contract/setting-words.ts';
import type { SmtpOauth } from '#contract/smtp-oauth.ts';
import { MASK } from '#contract/words.ts';

/** How many messages a provider has accepted, and how many it has not, since the process started. */
export interface MailCounts {
  sent: number;
  failed: number;
}

/** A mailer whose messages are counted. */
export const countedMailer = (mailer: Mailer, counts: MailCounts): Mailer => ({
  mode: mailer.mode,
  async send(message) {
    try {
      const reply = await mailer.send(message);
      counts.sent += 1;
      return reply;
    } catch (error) {
      counts.failed += 1;
      throw error;
    }
  },
  close: () => mailer.close(),
});

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

/** The settings that mailers read (docs/rules/settings.md#mail). A string that is not set is empty. */
export interface MailSettings {
  readonly mail_provider: 'smtp' | 'ses' | null;
  readonly smtp_host: string;
  readonly smtp_port: number;
  readonly smtp_user: string;
  readonly smtp_pass: string;
  /** `SmtpOauth` as JSON: then the password is not asked for. */
  readonly smtp_oauth: string;
  readonly smtp_from: string;
  readonly ses_region: string;
  readonly ses_access_key_id: string;
  readonly ses_secret_access_key: string;
  readonly ses_session_token: string;
  readonly ses_from: string;
  readonly ses_endpoint: string;
}

export type SmtpSettings = Pick<
  MailSettings,
  'smtp_host' | 'smtp_port' | 'smtp_user' | 'smtp_pass' | 'smtp_oauth' | 'smtp_from'
>;
export type SesSettings = Pick<
  MailSettings,
  'ses_region' | 'ses_access_key_id' | 'ses_secret_access_key' | 'ses_session_token' | 'ses_from' | 'ses_endpoint'
>;

/** One message to one address. `text` and `html` say the same. */
export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Further headers, such as `References`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** With or without angle brackets. Without it the library makes one; SES replaces it by its own. */
  readonly messageId?: string;
  /** Another sender than the provider's settings name. */
  readonly from?: string;
  /** The person who is told when the message cannot be delivered, and its recipient. */
  readonly envelope?: { readonly from: string; readonly to: string };
}

/** How a message leaves (docs/rules/settings.md#mail): `mailbox` is the built-in one, while there is no provider. */
export type MailMode = 'smtp' | 'ses' | 'dev-fallback';

/** The port through which every message leaves: sign-in codes, notifications, tests of the mail settings. */
export interface Mailer {
  readonly mode: MailMode;
  /**
   * Resolves with its reply when the provider has accepted the message; null where it says nothing. Rejects with
   * `MailRefused` otherwise, never later than the timeout.
   */
  send(message: Message): Promise<string | null>;
  /** Waits for the messages that are being sent, then closes the connections. */
  close(): Promise<void>;
}

/** How long a send may take in all, in milliseconds; a person may be waiting (docs/rules/service.md#mail-servers). */
export const SEND_TIMEOUT_MS = 5000;

/**
 * The provider did not accept the message. `message` has the provider's words, which may name hosts and accounts: show
 * it to developers and the log, never to an anonymous caller.
 */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** The server's reply; null when it said nothing. */
  readonly reply: string | null;
  /** Whether the server will never take this message. */
  readonly isFinal: boolean;

  constructor(message: string, refusal: { readonly reply?: string; readonly isFinal?: boolean; cause?: unknown } = {}) {
    super(message, { cause: refusal.cause });
    this.reply = refusal.reply ?? null;
    this.isFinal = refusal.isFinal ?? false;
  }

  static timeout(milliseconds: number): MailRefused {
    return new MailRefused(`The mail provider did not accept the message within ${milliseconds / 1000} seconds.`);
  }
}

/**
 * A mailer that masks the secrets of its settings in refusals. A provider may repeat what it was sent, and Kwit keeps
 * its words and shows them to developers (docs/rules/settings.md#secrets).
 */
export function redactedMailer(mailer: Mailer, settings: MailSettings): Mailer {
  const { client_secret } = JSON.parse(settings.smtp_oauth || '{}') as Partial<SmtpOauth>;
  const secrets = [...MAIL_SECRETS.map((name) => settings[name]), client_secret ?? ''].filter((text) => text !== '');
  const without = (text: string): string => secrets.reduce((left, secret) => left.replaceAll(secret, MASK), text);
  const masked = (refusal: MailRefused): MailRefused => {
    const { message, reply, isFinal } = refusal;
    const words = without(message);
    if (words === message && (reply === null || without(reply) === reply)) return refusal;
    // The new error has no cause: the cause would repeat the secret.
    return new MailRefused(words, { ...(reply === null ? {} : { reply: without(reply) }), isFinal });
  };
  return {
    mode: mailer.mode,
    async send(message) {
      try {
        const reply = await mailer.send(message);
        return reply === null ? null : without(reply);
      } catch (error) {
        throw error instanceof MailRefused ? masked(error) : error;
      }
    },
    close: () => mailer.close(),
  };
}
