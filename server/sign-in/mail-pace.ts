import { setTimeout as pause } from 'node:timers/promises';
import { MailRefused } from '../mail/mailer.ts';

/** How many of the last mails are remembered. */
const REMEMBERED = 20;

/**
 * How mails with codes have gone lately, so that a request that mails nothing looks from outside like one that does: it
 * takes as long, and fails while they fail (docs/rules/people.md#people-who-are-gone).
 */
export class MailPace {
  readonly #durations: number[] = [];
  #refusal: MailRefused | null = null;

  /** Sends a mail, and remembers how it went. */
  async send(mail: () => Promise<void>): Promise<void> {
    const began = performance.now();
    try {
      await mail();
      this.#refusal = null;
    } catch (error) {
      if (error instanceof MailRefused) this.#refusal = error;
      throw error;
    } finally {
      this.#durations.push(performance.now() - began);
      if (this.#durations.length > REMEMBERED) this.#durations.shift();
    }
  }

  /** Takes as long as one of the last mails took. @throws MailRefused when the last one was refused. */
  async sendNothing(): Promise<void> {
    const chosen = this.#durations[Math.floor(Math.random() * this.#durations.length)];
    if (chosen !== undefined) await pause(chosen);
    if (this.#refusal !== null) throw new MailRefused(this.#refusal.message);
  }
}
