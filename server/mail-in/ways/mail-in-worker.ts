import { SECOND } from '#platform';
import type { MailIn } from '../inbound/mail-in.ts';

const EVERY = SECOND;
const AT_ONCE = 20;

/** Works on mails that wait: those that another process kept, and those that failed once. It runs whether or not the outbox does. */
export class MailInWorker {
  readonly #mailIn: MailIn;
  readonly #log: { error(facts: object, message: string): void };
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(mailIn: MailIn, log: { error(facts: object, message: string): void }) {
    this.#mailIn = mailIn;
    this.#log = log;
  }

  start(): void {
    let isBusy = false;
    this.#timer = setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      this.#running = this.runDue().finally(() => {
        isBusy = false;
      });
    }, EVERY).unref();
  }

  /** Works on every mail that is due. */
  async runDue(): Promise<void> {
    try {
      for (;;) {
        const due = await this.#mailIn.due(AT_ONCE);
        for (const id of due) {
          if (this.#isStopping) return;
          await this.#mailIn.workOn(id);
        }
        if (due.length < AT_ONCE) return;
      }
    } catch (err) {
      this.#log.error({ err }, 'mail in: could not work on mails');
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#running;
    await this.#mailIn.parts.reader.close();
  }
}
