import type { Mailer, Message } from './mailer.ts';

/** How many messages a provider has accepted, and how many it has not, since the process started. */
export interface MailCounts {
  sent: number;
  failed: number;
}

/** A mailer that counts its messages. */
export class CountedMailer implements Mailer {
  readonly mode: Mailer['mode'];
  readonly #mailer: Mailer;
  readonly #counts: MailCounts;

  constructor(mailer: Mailer, counts: MailCounts) {
    this.mode = mailer.mode;
    this.#mailer = mailer;
    this.#counts = counts;
  }

  async send(message: Message): Promise<void> {
    try {
      await this.#mailer.send(message);
      this.#counts.sent += 1;
    } catch (error) {
      this.#counts.failed += 1;
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#mailer.close();
  }
}
