/** The port through which every message leaves: sign-in codes, notifications, tests of the mail settings. */

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
}

/** How a message leaves (docs/rules/settings.md#mail): `mailbox` is the built-in one, while there is no provider. */
export type MailMode = 'smtp' | 'ses' | 'dev-fallback';

export interface Mailer {
  readonly mode: MailMode;
  /**
   * Resolves when the provider has accepted the message. Rejects with `MailRefused` otherwise, never later than the
   * timeout.
   */
  send(message: Message): Promise<void>;
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

  static timeout(milliseconds: number): MailRefused {
    return new MailRefused(`The mail provider did not accept the message within ${milliseconds / 1000} seconds.`);
  }
}
