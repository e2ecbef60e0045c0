import {
  MailboxReader,
  MailboxSignIn,
  type MailIn,
  MailInCanary,
  MailInWorker,
  MailListener,
  readListenAddress,
} from '#mail-in';
import type { Config, Mailers, Outbound } from '#platform';

type Ways = Pick<Config, 'mailInListen' | 'mailInProtocol' | 'mailInImap'>;
type Log = { error(facts: object, message: string): void };

/** The ways by which mails come into this process, and the work on those that wait. */
export class MailInWays {
  readonly #worker: MailInWorker;
  readonly #canary: MailInCanary;
  readonly #listener: MailListener | null;
  readonly #mailbox: MailboxReader | null;

  constructor(
    mailIn: MailIn,
    { mailInListen, mailInProtocol, mailInImap }: Ways,
    { outbound, mailers }: { readonly outbound: Outbound; readonly mailers: Mailers },
    log: Log,
  ) {
    this.#canary = new MailInCanary({ ...mailIn.parts, mailers }, log);
    this.#worker = new MailInWorker(mailIn, log);
    const address = mailInListen === null ? null : readListenAddress(mailInListen);
    this.#listener = address && new MailListener({ mailIn, address, protocol: mailInProtocol, log });
    this.#mailbox =
      mailInImap === null
        ? null
        : new MailboxReader(mailIn, mailInImap, new MailboxSignIn({ ...mailIn.parts, outbound }), log);
  }

  async start(): Promise<void> {
    await this.#listener?.start();
    this.#worker.start();
    this.#mailbox?.start();
    this.#canary.start();
  }

  async stop(): Promise<void> {
    await this.#canary.stop();
    await this.#listener?.stop();
    await this.#mailbox?.stop();
    await this.#worker.stop();
  }
}
