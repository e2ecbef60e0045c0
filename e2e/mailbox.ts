/** A real SMTP server on the loopback interface, which keeps the mails that it gets. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Where answers go; empty where the mail does not say. */
  replyTo: string;
  raw: Buffer;
}

/** Longer than an attempt that a busy machine lets run out, and the wait for the next. */
const TIMEOUT_MS = 60_000;

export interface Mailbox {
  port: number;
  /** Whether a mail to an address that matches was not taken out yet. */
  has: (to: string, matches: RegExp) => boolean;
  /** Waits for the next mail to an address that matches, and takes it out. */
  next: (to: string, matches?: RegExp) => Promise<Mail>;
  close: () => Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: Mail[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        const parsed: Email = await PostalMime.parse(raw);
        const replyTo = parsed.replyTo?.[0]?.address ?? '';
        for (const { address } of session.envelope.rcptTo) {
          mails.push({
            to: address,
            subject: parsed.subject ?? '',
            text: parsed.text ?? parsed.html ?? '',
            replyTo,
            raw,
          });
        }
        done();
        for (const wake of waiting) wake();
      });
    },
  });
  // A client that goes away in the midst of it, as Kwit does when its time is over, sends the mail again.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');

  const indexOf = (to: string, matches: RegExp): number =>
    mails.findIndex((mail) => mail.to === to && matches.test(`${mail.subject}\n${mail.text}`));
  const take = (to: string, matches: RegExp): Mail | undefined => {
    const index = indexOf(to, matches);
    return index < 0 ? undefined : mails.splice(index, 1)[0];
  };

  const next = (to: string, matches = /./) =>
    new Promise<Mail>((resolve, reject) => {
      const look = () => {
        const mail = take(to, matches);
        if (!mail) return;
        waiting.delete(look);
        clearTimeout(limit);
        resolve(mail);
      };
      const limit = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`No mail to ${to} matches ${matches}`));
      }, TIMEOUT_MS);
      waiting.add(look);
      look();
    });

  return {
    port: (server.server.address() as AddressInfo).port,
    has: (to, matches) => indexOf(to, matches) >= 0,
    next,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
