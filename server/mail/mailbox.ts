import { type Clock, type Instant, instant } from '../clock.ts'
import type { Mailer, Message } from './mailer.ts'

const KEPT = 200

/** A message in the built-in mailbox. `id` counts up from 1. */
export interface MailboxMessage {
  readonly id: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly time: Instant
}

/**
 * The built-in mailbox: where messages go outside production while no provider is configured
 * (docs/rules/settings.md#mail). It keeps the last 200 in memory and announces each, so that whoever tries Kwit out
 * finds the code to sign in with.
 */
export class Mailbox implements Mailer {
  readonly mode = 'mailbox'
  readonly #messages: MailboxMessage[] = []
  readonly #clock: Clock
  readonly #announce: (message: MailboxMessage) => void
  #sent = 0

  /** `announce` is called once for each message; `announcement` has words for it. */
  constructor({ clock, announce }: { clock: Clock; announce: (message: MailboxMessage) => void }) {
    this.#clock = clock
    this.#announce = announce
  }

  async send({ to, subject, text, html }: Message): Promise<void> {
    this.#sent += 1
    const message = { id: this.#sent, to, subject, text, html, time: instant(this.#clock.now()) }
    this.#messages.push(message)
    if (this.#messages.length > KEPT) this.#messages.shift()
    this.#announce(message)
  }

  /** Newest first. */
  list(): MailboxMessage[] {
    return this.#messages.toReversed()
  }

  /** Keeps what it has: there is no connection to close. */
  async close(): Promise<void> {}
}

/**
 * What to print for a message: to whom and about what, then its words in a frame. A code to sign in with also stands in
 * the first line, so that a log of single lines shows it too.
 */
export function announcement({ to, subject, text }: MailboxMessage): string {
  const code = /\b\d{8}\b/.exec(text)?.[0]
  const body = text.trimEnd().split('\n')
  return [
    `Mail to ${to}: ${subject}${code ? ` >>> ${code} <<<` : ''}`,
    '┌────────────────────────────────────────',
    ...body.map((line) => `│ ${line}`.trimEnd()),
    '└────────────────────────────────────────',
  ].join('\n')
}
