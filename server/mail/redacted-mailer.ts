import { MASK, SECRET_SETTINGS } from '../../contract/settings.ts'
import type { MailSettings } from './mail-settings.ts'
import { type Mailer, MailRefused, type Message } from './mailer.ts'

/**
 * A mailer whose refusals hold no secret of its settings: a provider may repeat what it was sent, and its words are
 * shown to developers and kept (docs/rules/settings.md#secrets).
 */
export class DiscreetMailer implements Mailer {
  readonly mode: Mailer['mode']
  readonly #mailer: Mailer
  readonly #secrets: readonly string[]

  constructor(mailer: Mailer, settings: MailSettings) {
    this.mode = mailer.mode
    this.#mailer = mailer
    this.#secrets = SECRET_SETTINGS.map((name) => settings[name]).filter((secret) => secret !== '')
  }

  async send(message: Message): Promise<void> {
    try {
      await this.#mailer.send(message)
    } catch (error) {
      throw error instanceof MailRefused ? this.#masked(error) : error
    }
  }

  close(): Promise<void> {
    return this.#mailer.close()
  }

  #masked(refusal: MailRefused): MailRefused {
    const words = this.#secrets.reduce((text, secret) => text.replaceAll(secret, MASK), refusal.message)
    // The cause says it once more.
    return words === refusal.message ? refusal : new MailRefused(words)
  }
}
