import { CountedMailer, type MailTally } from './counted-mailer.ts'
import type { MailSettings } from './mail-settings.ts'
import type { Mailbox } from './mailbox.ts'
import type { Mailer, MailMode, Message } from './mailer.ts'
import { DiscreetMailer } from './redacted-mailer.ts'
import { type EndpointGuard, sesMailer } from './ses.ts'
import { smtpMailer } from './smtp.ts'

interface Parts {
  /** null in production, where nothing may be sent into the log. */
  readonly mailbox: Mailbox | null
  /** Asked before the SES endpoint is called; without it any endpoint may be. */
  readonly guard?: EndpointGuard
  /** For tests: the wait that a send is allowed, in milliseconds. */
  readonly patienceMs?: number
}

/** Keeps one transport for the settings that hold, and makes another when they have changed. */
export class Mailers {
  readonly tally: Readonly<MailTally>
  readonly #parts: Parts
  readonly #mailbox: Mailer | null
  readonly #counted: (mailer: Mailer) => Mailer
  #current: { key: string; mailer: Mailer } | undefined
  readonly #closing = new Set<Promise<void>>()

  constructor(parts: Parts) {
    const tally = { sent: 0, failed: 0 }
    this.tally = tally
    this.#parts = parts
    this.#counted = (mailer) => new CountedMailer(mailer, tally)
    this.#mailbox = parts.mailbox && this.#counted(parts.mailbox)
  }

  /** null: no provider is configured, and there is no mailbox either. Ask again for each message. */
  mailerFor(settings: MailSettings): Mailer | null {
    const mailer = this.#providerFor(settings)
    return mailer ?? this.#mailbox
  }

  /**
   * Sends one message through a transport of its own, so that what is tried is these settings and no connection of before.
   *
   * @returns how it left; null when there is nowhere to send.
   */
  async tryOut(settings: MailSettings, message: Message): Promise<MailMode | null> {
    const mailer = this.#open(settings) ?? this.#mailbox
    try {
      await mailer?.send(message)
      return mailer?.mode ?? null
    } finally {
      await mailer?.close()
    }
  }

  /** Lets what is being sent finish, then closes every connection. */
  async close(): Promise<void> {
    this.#retire()
    await Promise.all(this.#closing)
  }

  #providerFor(settings: MailSettings): Mailer | undefined {
    const key = identity(settings)
    if (this.#current?.key !== key) {
      this.#retire()
      const mailer = this.#open(settings)
      this.#current = mailer && { key, mailer }
    }
    return this.#current?.mailer
  }

  #open(settings: MailSettings): Mailer | undefined {
    const { guard, patienceMs } = this.#parts
    const { mail_provider: provider } = settings
    if (provider === null) return undefined
    const mailer = provider === 'smtp' ? smtpMailer(settings, patienceMs) : sesMailer(settings, guard, patienceMs)
    return this.#counted(new DiscreetMailer(mailer, settings))
  }

  #retire(): void {
    const closing = this.#current?.mailer.close().finally(() => this.#closing.delete(closing as Promise<void>))
    if (closing) this.#closing.add(closing)
    this.#current = undefined
  }
}

/** The settings of the chosen provider: others may change without a new transport. */
function identity(settings: MailSettings): string {
  const prefix = `${settings.mail_provider}_`
  const entries = Object.entries(settings).filter(([name]) => name === 'mail_provider' || name.startsWith(prefix))
  return JSON.stringify(entries.toSorted())
}
