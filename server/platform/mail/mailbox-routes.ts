import { type Static, Type } from 'typebox';
import { Instant, record } from '#contract/scalars.ts';
import { type Clock, instant } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { operation, type Routes } from '../http/operation.ts';
import { operatorAddresses } from '../http/service-routes.ts';
import type { Mailer, Message } from './mailer.ts';

/** A message in the built-in mailbox. `id` counts up from 1. */
const MailboxMessage = record({
  id: Type.Integer(),
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Type.String(),
  time: Instant,
});
export type MailboxMessage = Static<typeof MailboxMessage>;

const listing = operation({
  operationId: 'listMailbox',
  summary: 'Read the messages that no mail provider was there for, newest first (outside production only)',
  tag: 'Service',
  access: 'public',
  answers: { 200: Type.Array(MailboxMessage) },
  refuses: ['forbidden'],
});

/**
 * The built-in mailbox, for people who try Kwit out. Its readers can sign in as anybody, so it has the guard of the
 * metrics. Production has none.
 */
export const mailboxRoutes =
  (mailbox: Mailbox, config: Pick<Config, 'metricsAllow' | 'trustProxy'>) =>
  async (routes: Routes): Promise<void> => {
    const permit = operatorAddresses(config);
    routes.get('/dev/mailbox', listing, async (request) => {
      permit(request);
      return mailbox.list();
    });
  };

const KEPT = 200;

/**
 * The built-in mailbox. Outside production it takes the messages while no provider is configured
 * (docs/rules/settings.md#mail). It keeps the last 200 in memory and announces each, so that somebody who tries Kwit
 * out finds the code to sign in with.
 */
export class Mailbox implements Mailer {
  readonly mode = 'dev-fallback';
  readonly #messages: MailboxMessage[] = [];
  readonly #clock: Clock;
  readonly #announce: (message: MailboxMessage) => void;
  #sent = 0;

  /** @param announce the mailbox calls it once for each message; `announcement` makes its text. */
  constructor({ clock, announce }: { clock: Clock; announce: (message: MailboxMessage) => void }) {
    this.#clock = clock;
    this.#announce = announce;
  }

  async send({ to, subject, text, html }: Message): Promise<null> {
    this.#sent += 1;
    const message = { id: this.#sent, to, subject, text, html, time: instant(this.#clock.now()) };
    this.#messages.push(message);
    if (this.#messages.length > KEPT) this.#messages.shift();
    this.#announce(message);
    return null;
  }

  /** Newest first. */
  list(): MailboxMessage[] {
    return this.#messages.toReversed();
  }

  /** Closes nothing, for there is no connection; the messages stay. */
  async close(): Promise<void> {}
}

/**
 * The text to print for a message: recipient and subject, then its words in a frame. The first line also has the code
 * to sign in with, so that a log of single lines shows it.
 */
export function announcement({ to, subject, text }: MailboxMessage): string {
  const code = /\b\d{8}\b/.exec(text)?.[0];
  const body = text.trimEnd().split('\n');
  return [
    `Mail to ${to}: ${subject}${code ? ` >>> ${code} <<<` : ''}`,
    '┌────────────────────────────────────────',
    ...body.map((line) => `│ ${line}`.trimEnd()),
    '└────────────────────────────────────────',
  ].join('\n');
}
