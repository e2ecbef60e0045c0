import type { Mailer, Message } from './mailer.ts'

/** How many messages were accepted, and how many were not, since the process started. */
export interface MailTally {
  sent: number
  failed: number
}

/** A mailer whose messages are counted. */
export class CountedMailer implements Mailer {
  readonly mode: Mailer['mode']
  readonly #mailer: Mailer
  readonly #tally: MailTally

  constructor(mailer: Mailer, tally: MailTally) {
    this.mode = mailer.mode
    this.#mailer = mailer
    this.#tally = tally
  }

  async send(message: Message): Promise<void> {
    try {
      await this.#mailer.send(message)
      this.#tally.sent += 1
    } catch (error) {
      this.#tally.failed += 1
      throw error
    }
  }

  close(): Promise<void> {
    return this.#mailer.close()
  }
}
