import { isIPv4 } from 'node:net'
import type { SmtpSettings } from './mail-settings.ts'
import { type Mailer, MailRefused, type Message, PATIENCE_MS } from './mailer.ts'

/**
 * Sends over SMTP, through a pool of connections. TLS is required but on loopback, and wherever it is spoken the
 * certificate is checked. A send settles within `patienceMs`, whatever the server does
 * (docs/rules/service.md#mail-servers). The library is loaded by the first send, so that starting stays fast.
 */
export function smtpMailer(settings: SmtpSettings, patienceMs = PATIENCE_MS): Mailer {
  let loading: ReturnType<typeof openPool> | undefined
  const underWay = new Set<Promise<void>>()

  async function deliver(message: Message) {
    if (!settings.smtp_host || !settings.smtp_from) throw new MailRefused('Set smtp_host and smtp_from first.')
    const signal = AbortSignal.timeout(patienceMs)
    try {
      loading ??= openPool(settings, patienceMs)
      const transport = await loading
      await transport.sendMail({ from: settings.smtp_from, textEncoding: 'quoted-printable', ...message, signal })
    } catch (error) {
      throw signal.aborted ? MailRefused.silence(patienceMs) : refusal(error)
    }
  }

  return {
    mode: 'smtp',
    send(message) {
      const sending = deliver(message).finally(() => underWay.delete(sending))
      underWay.add(sending)
      return sending
    },
    async close() {
      await Promise.allSettled(underWay)
      const transport = await loading
      transport?.close()
    },
  }
}

async function openPool(settings: SmtpSettings, patienceMs: number) {
  const { createTransport } = await import('nodemailer')
  return createTransport(poolOptions(settings, patienceMs))
}

/** 127.0.0.0/8, ::1 and localhost: the only hosts to which a message may go without TLS. */
export function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

/** Exported for its test: what is asked of TLS cannot be tried on a loopback address. */
export function poolOptions(settings: SmtpSettings, patienceMs: number) {
  const { smtp_host: host, smtp_port: port, smtp_user: user, smtp_pass: pass } = settings
  const secure = port === 465
  return {
    pool: true as const,
    host,
    port,
    secure,
    requireTLS: !secure && !isLoopback(host),
    ...(user ? { auth: { user, pass } } : {}),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    socketCloseTimeout: 1000,
    maxConnections: 5,
    maxRequeues: 1,
    maxResponseSize: 64 * 1024,
    idleTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const refusal = (error: unknown): MailRefused => new MailRefused((error as Error).message, { cause: error })
