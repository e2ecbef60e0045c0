/** The port through which every message leaves: sign-in codes, notifications, tests of the mail settings. */

/** One message to one address. `text` and `html` say the same. */
export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Further headers, such as `References`. */
  readonly headers?: Readonly<Record<string, string>>
  /** With or without angle brackets; without it one is made up. SES puts its own in its place. */
  readonly messageId?: string
}

/** Where messages go (docs/rules/settings.md#mail): `mailbox` is the built-in one, for when there is no provider. */
export type MailMode = 'smtp' | 'ses' | 'mailbox'

export interface Mailer {
  readonly mode: MailMode
  /** Resolves on the provider's acceptance. Otherwise `MailRefused`, never later than the wait allowed. */
  send(message: Message): Promise<void>
  /** Lets what is being sent finish, then closes the connections. */
  close(): Promise<void>
}

/** How long a send may take in all while a person waits, in milliseconds (docs/rules/service.md#mail-servers). */
export const PATIENCE_MS = 5000

/**
 * The message was not accepted. `message` is in the provider's words, which may name hosts and accounts: for developers
 * and the log, never for an anonymous caller.
 */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'

  static silence(milliseconds: number): MailRefused {
    return new MailRefused(`The mail provider did not accept the message within ${milliseconds / 1000} seconds.`)
  }
}
