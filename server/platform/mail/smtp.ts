import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { SmtpOauth } from '#contract/smtp-oauth.ts';
import { systemClock } from '../clock.ts';
import { isLoopback } from '../config/environment.ts';
import { type AccessToken, askToken, EXCHANGE_SCOPE } from '../outbound/oauth-token.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { checkedLookup, isLinkLocal, type Resolve, resolveBySystem } from '../outbound/outbound-guard.ts';
import { type Mailer, MailRefused, type Message, SEND_TIMEOUT_MS, type SmtpSettings } from './mailer.ts';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** Whether TLS begins with the connection, and not by STARTTLS. */
  readonly secure: boolean;
}

/** The first line of a mail server: a greeting, or a refusal in its place (RFC 5321 § 3.1, § 3.8). */
const OPENING = /^(?:220|421|554)[ -]/;
const LINE_BYTES = 1000;

/**
 * Opens a connection and waits for the first line of the server's greeting, which stays to be read. Every failure up to
 * there is told in the same sentence, so that nobody learns from it which ports of which machines are open. Link-local
 * addresses are not connected to (docs/rules/service.md#mail-servers).
 *
 * @param timeoutMs how long all of this may take.
 * @throws MailRefused
 */
export async function openSocket(
  server: SmtpServer,
  timeoutMs: number,
  resolve: Resolve = resolveBySystem,
): Promise<Socket> {
  if (isLinkLocal(server.host)) throw noMailServer(linkLocal(server.host));
  const socket = connectionTo(server, resolve);
  // For as long as nobody else listens: an error without a listener would end the process.
  socket.on('error', () => {});
  try {
    await greeting(socket, timeoutMs);
    return socket;
  } catch (error) {
    socket.destroy();
    throw noMailServer(error);
  }
}

function connectionTo({ host, port, secure }: SmtpServer, resolve: Resolve): Socket {
  const lookup = checkedLookup(resolve, (name, addresses) =>
    addresses.some(({ address }) => isLinkLocal(address)) ? linkLocal(name) : null,
  );
  const options = { host, port, lookup };
  if (!secure) return connect(options);
  // Certificates are checked also when NODE_TLS_REJECT_UNAUTHORIZED says otherwise.
  return connectSecurely({ ...options, rejectUnauthorized: true, ...(isIP(host) ? {} : { servername: host }) });
}

async function greeting(socket: Socket, timeoutMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let received = Buffer.alloc(0);
  const onData = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (!received.includes('\n') && received.length < LINE_BYTES) return;
    socket.off('data', onData).pause();
    socket.unshift(received);
    if (OPENING.test(received.toString('latin1'))) resolve();
    else reject(new Error('What is there does not speak SMTP.'));
  };
  const onClose = () => reject(new Error('The connection was closed.'));
  const deadline = setTimeout(() => reject(new Error('There was no greeting in time.')), timeoutMs);
  socket.on('data', onData).on('error', reject).on('close', onClose).on('end', onClose);
  try {
    await promise;
  } finally {
    clearTimeout(deadline);
    socket.off('data', onData).off('error', reject).off('close', onClose).off('end', onClose);
  }
}

const linkLocal = (host: string): Error => new Error(`${host} is, or leads to, a link-local address.`);

/** One sentence for all of them: it tells nobody what is, or is not, at the host and port. The cause is for the log alone. */
export const noMailServer = (cause: unknown): MailRefused =>
  new MailRefused(
    'No mail server answered at that host and port. Check both, and whether TLS begins with the connection there (port 465).',
    { cause },
  );

/**
 * Sends over SMTP, through a pool of connections. It requires TLS for every host but the machine itself, and always
 * checks the certificate. A send settles within `timeoutMs`, whatever the server does
 * (docs/rules/service.md#mail-servers). The first send loads the library, so that Kwit starts fast.
 */
export function smtpMailer(
  settings: SmtpSettings,
  timeoutMs = SEND_TIMEOUT_MS,
  outbound?: Pick<Outbound, 'ask'>,
): Mailer {
  let loading: ReturnType<typeof openPool> | undefined;
  let hasGreeted = false;
  const underWay = new Set<Promise<string | null>>();

  async function deliver(message: Message) {
    if (!settings.smtp_host || !settings.smtp_from) throw new MailRefused('Set smtp_host and smtp_from first.');
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      loading ??= openPool(settings, outbound, timeoutMs, () => {
        hasGreeted = true;
      });
      const transport = await loading;
      const { response } = await transport.sendMail({
        from: settings.smtp_from,
        textEncoding: 'quoted-printable',
        ...message,
        signal,
      });
      return response;
    } catch (error) {
      // Its token may be good no longer: the next message asks for another.
      if ((error as { code?: string }).code === 'EAUTH') loading = undefined;
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

async function openPool(
  settings: SmtpSettings,
  outbound: Pick<Outbound, 'ask'> | undefined,
  timeoutMs: number,
  onGreeting: () => void,
) {
  const { createTransport } = await import('nodemailer');
  const options = poolOptions(settings, timeoutMs, onGreeting);
  if (settings.smtp_oauth === '') return createTransport(options);
  if (outbound === undefined)
    throw new MailRefused('This command asks nobody for tokens: sign in to SMTP by a password.');
  const provisionCallback = tokenProvision(JSON.parse(settings.smtp_oauth), outbound, timeoutMs);
  return createTransport({ ...options, auth: { type: 'OAuth2', user: settings.smtp_user, provisionCallback } });
}

const tokenAddress = ({ tenant, token_url }: SmtpOauth): string =>
  token_url ?? `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`;

type Provided = (error: Error | null, accessToken?: string, until?: number) => void;

/** Gives the connections of a pool the same token until it ends, or a server refuses it. */
function tokenProvision(oauth: SmtpOauth, outbound: Pick<Outbound, 'ask'>, timeoutMs: number) {
  const { client_id, client_secret, scope = EXCHANGE_SCOPE } = oauth;
  const form = { grant_type: 'client_credentials', client_id, client_secret, scope };
  let asking: Promise<AccessToken> | null = null;
  const ask = () => askToken(outbound, tokenAddress(oauth), form, { now: systemClock.now(), timeoutMs });
  return async (_user: string, isRefused: boolean, provide: Provided): Promise<void> => {
    try {
      const held = isRefused ? null : await asking?.catch(() => null);
      asking = held && held.until > systemClock.now() ? asking : ask();
      const { accessToken, until } = await (asking ?? ask());
      provide(null, accessToken, until);
    } catch (error) {
      provide(error as Error);
    }
  };
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
    // Only to this machine a message may go without TLS.
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

/** How the library tells that the server refused the addresses or the message, and not the connection or the sign-in. */
const OF_MESSAGE = ['EENVELOPE', 'EMESSAGE'];

function refusal(error: unknown): MailRefused {
  if (error instanceof MailRefused) return error;
  const { message, code = '', response, responseCode = 0 } = error as Refused;
  const isFinal = responseCode >= 500 && OF_MESSAGE.includes(code);
  return new MailRefused(message, { ...(response === undefined ? {} : { reply: response }), isFinal, cause: error });
}

interface Refused extends NodeJS.ErrnoException {
  readonly response?: string;
  readonly responseCode?: number;
}
