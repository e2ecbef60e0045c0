import type { Outbound } from '../outbound/outbound.ts';
import type { Mailbox } from './mailbox-routes.ts';
import {
  countedMailer,
  type MailCounts,
  type Mailer,
  type MailMode,
  type MailSettings,
  type Message,
  mailProblem,
  redactedMailer,
} from './mailer.ts';
import { type EndpointGuard, sesMailer } from './ses.ts';
import { smtpMailer } from './smtp.ts';

interface Parts {
  /** null in production, where no message may get into the log. */
  readonly mailbox: Mailbox | null;
  /** Calls the SES endpoint and the provider of tokens; without it any endpoint may be called, and no token is asked for. */
  readonly outbound?: Pick<Outbound, 'ask'> & { readonly guard: EndpointGuard };
  /** For tests: how long a send may take, in milliseconds. */
  readonly timeoutMs?: number;
}

/** Keeps one mailer for the settings that hold, and makes another one when they have changed. */
export class Mailers {
  readonly tally: Readonly<MailCounts>;
  readonly #parts: Parts;
  readonly #mailbox: Mailer | null;
  readonly #counted: (mailer: Mailer) => Mailer;
  #current: { key: string; mailer: Mailer } | undefined;
  readonly #closing = new Set<Promise<void>>();

  constructor(parts: Parts) {
    const tally = { sent: 0, failed: 0 };
    this.tally = tally;
    this.#parts = parts;
    this.#counted = (mailer) => countedMailer(mailer, tally);
    this.#mailbox = parts.mailbox && this.#counted(parts.mailbox);
  }

  /**
   * @returns null when no provider is configured and there is no mailbox. Ask again for each message: the settings may
   * change.
   */
  mailerFor(settings: MailSettings): Mailer | null {
    const mailer = mailProblem(settings) === null ? this.#providerFor(settings) : undefined;
    return mailer ?? this.#mailbox;
  }

  /**
   * Sends one message through a mailer of its own, so that it tests these settings and not a connection that was opened
   * before.
   *
   * @returns how the message left; null when no provider is configured, or one that lacks something, and there is no
   * mailbox.
   */
  async sendTest(settings: MailSettings, message: Message): Promise<MailMode | null> {
    const provider = mailProblem(settings) === null ? this.#open(settings) : undefined;
    const mailer = provider ?? this.#mailbox;
    try {
      await mailer?.send(message);
      return mailer?.mode ?? null;
    } finally {
      await mailer?.close();
    }
  }

  /** Waits for the messages that are being sent, then closes every connection. */
  async close(): Promise<void> {
    this.#retire();
    await Promise.all(this.#closing);
  }

  #providerFor(settings: MailSettings): Mailer | undefined {
    const key = identity(settings);
    if (this.#current?.key !== key) {
      this.#retire();
      const mailer = this.#open(settings);
      this.#current = mailer && { key, mailer };
    }
    return this.#current?.mailer;
  }

  #open(settings: MailSettings): Mailer | undefined {
    const { outbound, timeoutMs } = this.#parts;
    const { mail_provider: provider } = settings;
    if (provider === null) return undefined;
    const mailer =
      provider === 'smtp' ? smtpMailer(settings, timeoutMs, outbound) : sesMailer(settings, outbound?.guard, timeoutMs);
    return this.#counted(redactedMailer(mailer, settings));
  }

  #retire(): void {
    const closing = this.#current?.mailer.close().finally(() => this.#closing.delete(closing as Promise<void>));
    if (closing) this.#closing.add(closing);
    this.#current = undefined;
  }
}

/** The settings of the chosen provider, as one text: a change of any other setting needs no new mailer. */
function identity(settings: MailSettings): string {
  const prefix = `${settings.mail_provider}_`;
  const entries = Object.entries(settings).filter(([name]) => name === 'mail_provider' || name.startsWith(prefix));
  return JSON.stringify(entries.toSorted());
}
