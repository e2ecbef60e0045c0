import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { isLoopback } from '../config/environment.ts';
import { MailRefused, type Message, type SmtpSettings } from './mailer.ts';
import { poolOptions, smtpMailer } from './smtp.ts';

/** In milliseconds: where the wait is the matter, and where a busy machine must not be taken for a silent server. */
const [IMPATIENT, PATIENT] = [300, 60_000];
const letter: Message = { to: 'ada@example.com', subject: 'Zażółć', text: 'gęślą jaźń', html: '<p>gęślą jaźń</p>' };

const settings = (smtp_port: number, more: Partial<SmtpSettings> = {}): SmtpSettings => ({
  smtp_host: '127.0.0.1',
  smtp_port,
  smtp_user: '',
  smtp_pass: '',
  smtp_oauth: '',
  smtp_from: 'Kwit <kwit@example.com>',
  ...more,
});

async function listening(t: TestContext, server: Server, close: () => void): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(close);
  return (server.address() as AddressInfo).port;
}

/** A real SMTP server, and the messages that it has accepted. */
async function startServer(t: TestContext, options: SMTPServerOptions = {}) {
  const accepted: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 1,
    onData: async (stream, _session, done) => {
      accepted.push(Buffer.concat(await Array.fromAsync(stream)).toString());
      done();
    },
    ...options,
  });
  server.on('error', () => {});
  const port = await listening(t, server.server, () => server.close());
  return { port, accepted };
}

/** A server that speaks SMTP badly or not at all: it does with each connection what the test says. */
async function startBadServer(t: TestContext, greet: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    greet(socket);
  });
  return listening(t, server, () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
}

function mailerTo(t: TestContext, port: number, more: Partial<SmtpSettings> = {}, timeoutMs = PATIENT) {
  const mailer = smtpMailer(settings(port, more), timeoutMs);
  t.after(() => mailer.close());
  return mailer;
}

/** A test that waits for what never comes is to fail. */
const LIMIT = { timeout: 60_000 };

/** Sends a message and answers its refusal. Fails without one. */
async function refusalOf(sending: Promise<unknown>): Promise<MailRefused> {
  const outcome = await sending.then(
    () => 'accepted',
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof MailRefused, `expected a refusal, got ${outcome}`);
  return outcome;
}

test('delivers both forms, the headers and the message id', async (t) => {
  const { port, accepted } = await startServer(t);
  await mailerTo(t, port).send({
    ...letter,
    messageId: '<kwit-1@example.com>',
    headers: { References: '<kwit-0@example.com>' },
  });
  const mail = await PostalMime.parse(accepted[0] ?? '');
  assert.equal(mail.subject, letter.subject);
  assert.equal(mail.text?.trim(), letter.text);
  assert.equal(mail.html?.trim(), letter.html);
  assert.deepEqual(mail.from, { address: 'kwit@example.com', name: 'Kwit' });
  assert.equal(mail.to?.[0]?.address, letter.to);
  assert.equal(mail.messageId, '<kwit-1@example.com>');
  assert.equal(mail.references, '<kwit-0@example.com>');
});

test('keeps its connection for the next message', async (t) => {
  let connections = 0;
  const { port, accepted } = await startServer(t, {
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
  });
  const mailer = mailerTo(t, port);
  for (const subject of ['one', 'two', 'three']) await mailer.send({ ...letter, subject });
  assert.equal(accepted.length, 3);
  assert.equal(connections, 1);
});

test('signs in with the user and password, and repeats a refusal in the words of the server', async (t) => {
  const { port, accepted } = await startServer(t, {
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'kwit' && password === 'right') done(null, { user: username });
      else done(new Error('no such account here'));
    },
  });
  await mailerTo(t, port, { smtp_user: 'kwit', smtp_pass: 'right' }).send(letter);
  assert.equal(accepted.length, 1);
  const refusal = await refusalOf(mailerTo(t, port, { smtp_user: 'kwit', smtp_pass: 'wrong' }).send(letter));
  assert.match(refusal.message, /no such account here/);
});

test('a refused recipient (550) is a refusal, and the next message goes through', async (t) => {
  const { port, accepted } = await startServer(t, {
    onRcptTo: ({ address }, _session, done) => {
      if (address === letter.to) done();
      else done(Object.assign(new Error('mailbox unavailable'), { responseCode: 550 }));
    },
  });
  const mailer = mailerTo(t, port);
  const refusal = await refusalOf(mailer.send({ ...letter, to: 'nobody@example.com' }));
  assert.match(refusal.message, /550 mailbox unavailable/);
  await mailer.send(letter);
  assert.equal(accepted.length, 1);
});

test('a refusal for now (421, 451) is told in the words of the server', async (t) => {
  for (const responseCode of [421, 451]) {
    const { port } = await startServer(t, {
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error('try again later'), { responseCode })),
    });
    const refusal = await refusalOf(mailerTo(t, port).send(letter));
    assert.match(refusal.message, new RegExp(`${responseCode} try again later`));
  }
});

test('421 in place of a greeting, and a connection that drops at once, are refusals', async (t) => {
  const busy = await startBadServer(t, (socket) => socket.end('421 too busy\r\n'));
  assert.match((await refusalOf(mailerTo(t, busy).send(letter))).message, /421 too busy/);
  const gone = await startBadServer(t, (socket) => socket.destroy());
  assert.match((await refusalOf(mailerTo(t, gone).send(letter))).message, /^No mail server answered/);
});

test('a port where nobody listens is a refusal', async (t) => {
  const server = createServer();
  const port = await listening(t, server, () => {});
  server.close();
  await once(server, 'close');
  assert.match((await refusalOf(mailerTo(t, port).send(letter))).message, /^No mail server answered/);
});

test('a server that says nothing, or drips without an end, is given up on in time', LIMIT, async (t) => {
  const silent = await startBadServer(t, () => {});
  assert.match((await refusalOf(mailerTo(t, silent, {}, IMPATIENT).send(letter))).message, /^No mail server answered/);
  const dripping = await startBadServer(t, (socket) => {
    const drip = setInterval(() => socket.write('220-wait a little\r\n'), 20);
    socket.on('close', () => clearInterval(drip));
  });
  await refusalOf(mailerTo(t, dripping, {}, IMPATIENT).send(letter));
});

test('a server that hangs after the message is given up on, and does not hold up the next ones', LIMIT, async (t) => {
  const { port } = await startServer(t, { onData: (stream) => void stream.resume() });
  const mailer = mailerTo(t, port, {}, IMPATIENT);
  const sends = Array.from({ length: 7 }, () => refusalOf(mailer.send(letter)));
  await Promise.all(sends);
});

test('TLS with a certificate that nobody vouches for is refused, and nothing is sent', async (t) => {
  const { port, accepted } = await startServer(t, { disabledCommands: [] });
  assert.match((await refusalOf(mailerTo(t, port).send(letter))).message, /certificate/i);
  assert.equal(accepted.length, 0);
});

test('garbage in place of a TLS handshake is a refusal', async (t) => {
  const port = await startBadServer(t, (socket) => {
    socket.write('220 hello\r\n');
    socket.on('data', (line) => {
      if (String(line).startsWith('EHLO')) socket.write('250-hello\r\n250 STARTTLS\r\n');
      else socket.write('220 go ahead\r\nthis is no TLS at all\r\n');
    });
  });
  await refusalOf(mailerTo(t, port, {}, IMPATIENT).send(letter));
});

test('TLS is required but on loopback, and implied by port 465', () => {
  const options = (smtp_host: string, port: number) => {
    const { secure, requireTLS } = poolOptions(settings(port, { smtp_host }), 5000, () => {});
    return { secure, requireTLS };
  };
  assert.deepEqual(options('mail.example.com', 587), { secure: false, requireTLS: true });
  assert.deepEqual(options('127.0.0.1', 587), { secure: false, requireTLS: false });
  assert.deepEqual(options('mail.example.com', 465), { secure: true, requireTLS: false });
  for (const host of ['127.8.9.10', '::1', 'localhost', 'LOCALHOST']) assert.ok(isLoopback(host), host);
  for (const host of ['127.example.com', '10.0.0.1', 'localhost.example.com', '128.0.0.1']) {
    assert.equal(isLoopback(host), false, host);
  }
});

test('settings without a host or a sender are refused before anything is sent', async (t) => {
  assert.match((await refusalOf(mailerTo(t, 25, { smtp_host: '' }).send(letter))).message, /smtp_host/);
  assert.match((await refusalOf(mailerTo(t, 25, { smtp_from: '' }).send(letter))).message, /smtp_from/);
});

test('closing waits for what is being sent', async (t) => {
  const { port, accepted } = await startServer(t);
  const mailer = smtpMailer(settings(port), PATIENT);
  const sending = mailer.send(letter);
  await mailer.close();
  await sending;
  assert.equal(accepted.length, 1);
  await refusalOf(mailer.send(letter));
});
