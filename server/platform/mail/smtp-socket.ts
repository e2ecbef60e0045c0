import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { checkedLookup, isLinkLocal, type Resolve, resolveBySystem } from '../outbound/outbound-guard.ts';
import { MailRefused } from './mailer.ts';

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
  const lookup = checkedLookup(resolve, (name, found) =>
    found.some(({ address }) => isLinkLocal(address)) ? linkLocal(name) : null,
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
