import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createServer as createSecureServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { certificateFor } from '#testing/certificate.ts';
import type { Resolve } from '../outbound/outbound-guard.ts';
import { MailRefused } from './mailer.ts';
import { openSocket, type SmtpServer } from './smtp.ts';

/** In milliseconds: where the wait is the matter, and where a busy machine must not be taken for a silent server. */
const [IMPATIENT, PATIENT] = [300, 60_000];
const HERE = '127.0.0.1';
const leadingTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const nowhere: Resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }));

/** A server, and how many connections it got. */
async function listening(t: TestContext, server: Server) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  server.listen(0, HERE);
  await once(server, 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

const greeting = (socket: Socket) => void socket.write('220 mail.example.com\r\n');
const startServer = (t: TestContext, greet: (socket: Socket) => void) => listening(t, createServer(greet));

/** Opens a connection, and answers what there is to read on it. */
async function opened(t: TestContext, server: SmtpServer, resolve?: Resolve): Promise<string> {
  const socket = await openSocket(server, PATIENT, resolve);
  t.after(() => socket.destroy());
  const [words] = await once(socket.resume(), 'data', { signal: AbortSignal.timeout(10_000) });
  return String(words);
}

async function refusalOf(server: SmtpServer, timeoutMs = PATIENT, resolve?: Resolve): Promise<MailRefused> {
  const outcome = await openSocket(server, timeoutMs, resolve).then(
    () => 'opened',
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof MailRefused, `expected a refusal, got ${outcome}`);
  return outcome;
}

const plain = (port: number, host = HERE): SmtpServer => ({ host, port, secure: false });

test('a server on this machine is connected to, and its greeting stays to be read', async (t) => {
  const { port } = await startServer(t, greeting);
  assert.equal(await opened(t, plain(port)), '220 mail.example.com\r\n');
  assert.equal(await opened(t, plain(port, 'mail.example.com'), leadingTo(HERE)), '220 mail.example.com\r\n');
});

test('what a mail server says in place of a greeting stays to be read, too', async (t) => {
  for (const line of ['421 mail.example.com Too busy\r\n', '554 No\r\n', '220-one\r\n220 two\r\n']) {
    const { port } = await startServer(t, (socket) => void socket.end(line));
    assert.equal(await opened(t, plain(port)), line);
  }
});

test('everything before a greeting is told in one sentence: nobody there, no name, no SMTP, no answer, no TLS', async (t) => {
  const silent = await startServer(t, () => {});
  const bad = [
    'SSH-2.0-OpenSSH_9.2\r\n',
    'HTTP/1.1 400 Bad Request\r\n\r\n',
    '250 hello\r\n',
    '2200\r\n',
    'x'.repeat(5000),
  ];
  const others = await Promise.all(bad.map((words) => startServer(t, (socket) => void socket.write(words))));
  const gone = await startServer(t, (socket) => socket.destroy());
  const reset = await startServer(t, (socket) => socket.resetAndDestroy());
  const closing = await startServer(t, (socket) => void socket.end('220 without an end of line'));
  const closed = createServer();
  const { port: nobody } = await listening(t, closed);
  closed.close();
  const elsewhere = [plain(silent.port, '169.254.169.254'), plain(silent.port, 'nowhere.example')];
  const servers = [...[...others, gone, reset, closing].map(({ port }) => plain(port)), plain(nobody), ...elsewhere];
  const notInTime = [plain(silent.port), { ...plain(silent.port), secure: true }];
  const refusals = await Promise.all([
    ...notInTime.map((server) => refusalOf(server, IMPATIENT)),
    ...[...servers, { ...plain(others[0]?.port ?? 0), secure: true }].map((server) =>
      refusalOf(server, PATIENT, nowhere),
    ),
  ]);
  for (const { message } of refusals)
    assert.equal(
      message,
      'No mail server answered at that host and port. Check both, and whether TLS begins with the connection there (port 465).',
    );
});

test('nothing connects to a link-local address, nor to a name of which one address is', async (t) => {
  const { port, sockets } = await startServer(t, greeting);
  const isRefusedUntried = async (host: string, resolve?: Resolve) => {
    const { cause } = await refusalOf(plain(port, host), IMPATIENT, resolve);
    assert.match(String(cause), /link-local/, host);
  };
  for (const host of ['169.254.1.1', '::ffff:169.254.169.254', 'fe80::1%lo']) await isRefusedUntried(host);
  for (const bad of ['169.254.169.254', 'fe80::1', 'fd00:ec2::254'])
    for (const addresses of [[bad], [HERE, bad]]) await isRefusedUntried('mail.example.com', leadingTo(...addresses));
  assert.equal(sockets.size, 0);
});

test('TLS from the start needs a certificate for the name, whatever the environment says', async (t) => {
  const before = getCACertificates('default');
  t.after(() => setDefaultCACertificates(before));
  const pair = certificateFor('mail.example.com');
  const { port } = await listening(t, createSecureServer(pair, greeting));
  const server = { ...plain(port, 'mail.example.com'), secure: true };
  setDefaultCACertificates([...before, pair.cert]);
  assert.equal(await opened(t, server, leadingTo(HERE)), '220 mail.example.com\r\n');
  await refusalOf({ ...server, host: 'other.example.com' }, PATIENT, leadingTo(HERE));
  setDefaultCACertificates(before);
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  t.after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
  await refusalOf(server, PATIENT, leadingTo(HERE));
});
