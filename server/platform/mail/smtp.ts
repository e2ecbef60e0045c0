import { isIPv4 } from 'node:net';
import type { SmtpSettings } from './mail-settings.ts';
import { type Mailer, MailRefused, type Message, SEND_TIMEOUT_MS } from './mailer.ts';
import { noMailServer, openSocket } from './smtp-socket.ts';

/**
 * Sends over SMTP, through a pool of connections. It requires TLS for every host but the machine itself, and always
 * checks the certificate. A send settles within `timeoutMs`, whatever the server does
 * (docs/rules/service.md#mail-servers). The first send loads the library, so that Kwit starts fast.
 */
export function smtpMailer(settings: SmtpSettings, timeoutMs = SEND_TIMEOUT_MS): Mailer {
  let loading: ReturnType<typeof openPool> | undefined;
  let hasGreeted = false;
  const underWay = new Set<Promise<void>>();

  async function deliver(message: Message) {
    if (!settings.smtp_host || !settings.smtp_from) throw new MailRefused('Set smtp_host and smtp_from first.');
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      loading ??= openPool(settings, timeoutMs, () => {
        hasGreeted = true;
      });
      const transport = await loading;
      await transport.sendMail({ from: settings.smtp_from, textEncoding: 'quoted-printable', ...message, signal });
    } catch (error) {
      if (!signal.aborted) throw refusal(error);
      throw hasGreeted ? MailRefused.timeout(timeoutMs) : noMailServer(error);
    }
  }

  return {
    mode: 'smtp',
    send(message) {
      const sending = deliver(message).finally(() => underWay.delete(sending));
      underWay.add(sending);
      return sending;
    },
    async close() {
      await Promise.allSettled(underWay);
      const transport = await loading;
      transport?.close();
    },
  };
}

async function openPool(settings: SmtpSettings, timeoutMs: number, onGreeting: () => void) {
  const { createTransport } = await import('nodemailer');
  return createTransport(poolOptions(settings, timeoutMs, onGreeting));
}

/** Whether the host is 127.0.0.0/8, ::1 or localhost: the only ones to which a message may go without TLS. */
export function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Exported for its test: a server on loopback cannot show what Kwit requires of TLS. */
export function poolOptions(settings: SmtpSettings, timeoutMs: number, onGreeting: () => void) {
  const { smtp_host: host, smtp_port: port, smtp_user: user, smtp_pass: pass } = settings;
  const secure = port === 465;
  return {
    pool: true as const,
    host,
    port,
    secure,
    requireTLS: !secure && !isLoopback(host),
    // Also when NODE_TLS_REJECT_UNAUTHORIZED says otherwise.
    tls: { rejectUnauthorized: true },
    getSocket: (_options: unknown, done: (error: Error | null, opened?: unknown) => void) => {
      openSocket({ host, port, secure }, timeoutMs).then((connection) => {
        onGreeting();
        done(null, { connection, secured: secure });
      }, done);
    },
    ...(user ? { auth: { user, pass } } : {}),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    socketCloseTimeout: 1000,
    maxConnections: 5,
    maxRequeues: 1,
    maxResponseSize: 64 * 1024,
    idleTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const refusal = (error: unknown): MailRefused =>
  error instanceof MailRefused ? error : new MailRefused((error as Error).message, { cause: error });
