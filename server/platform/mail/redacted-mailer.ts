import { SECRET_SETTINGS } from '#contract/settings.ts';
import { MASK } from '#contract/words.ts';
import type { MailSettings } from './mail-settings.ts';
import { type Mailer, MailRefused, type Message } from './mailer.ts';

/**
 * A mailer that masks the secrets of its settings in refusals. A provider may repeat what it was sent, and Kwit keeps
 * its words and shows them to developers (docs/rules/settings.md#secrets).
 */
export class RedactedMailer implements Mailer {
  readonly mode: Mailer['mode'];
  readonly #mailer: Mailer;
  readonly #secrets: readonly string[];

  constructor(mailer: Mailer, settings: MailSettings) {
    this.mode = mailer.mode;
    this.#mailer = mailer;
    this.#secrets = SECRET_SETTINGS.map((name) => settings[name]).filter((secret) => secret !== '');
  }

  async send(message: Message): Promise<void> {
    try {
      await this.#mailer.send(message);
    } catch (error) {
      throw error instanceof MailRefused ? this.#masked(error) : error;
    }
  }

  close(): Promise<void> {
    return this.#mailer.close();
  }

  #masked(refusal: MailRefused): MailRefused {
    const words = this.#secrets.reduce((text, secret) => text.replaceAll(secret, MASK), refusal.message);
    // The new error has no cause: the cause would repeat the secret.
    return words === refusal.message ? refusal : new MailRefused(words);
  }
}
