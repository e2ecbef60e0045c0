import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server as RawServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { certificateFor } from '#testing/certificate.ts';
import { Outbound } from './outbound.ts';
import { OutboundGuard, OutboundRefused, type Resolve } from './outbound-guard.ts';

/** In milliseconds: where the wait is the matter, and where a busy machine must not be taken for a silent receiver. */
const [IMPATIENT, PATIENT] = [1000, 60_000];
const HERE: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
const letter = { headers: { 'content-type': 'application/json', 'x-own': 'Za' }, body: '{"jaźń":1}' };
const unending = new AbortController().signal;

async function listening<S extends Server | RawServer>(t: TestContext, server: S) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { server, sockets, port: (server.address() as AddressInfo).port };
}

const receiver = (t: TestContext, answer: RequestListener) => listening(t, createServer(answer));
/** A server that answers every request with these bytes. */
const raw = (t: TestContext, answer: (socket: Socket) => void) =>
  listening(
    t,
    createRawServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => answer(socket));
    }),
  );

const caller = (t: TestContext, ...ports: number[]) => callerWith(t, ports, PATIENT);
const impatientCaller = (t: TestContext, ...ports: number[]) => callerWith(t, ports, IMPATIENT);

function callerWith(t: TestContext, ports: readonly number[], timeoutMs: number) {
  const pairs = ports.flatMap((port) => [`127.0.0.1:${port}`, `hooks.example.com:${port}`]);
  const outbound = new Outbound(new OutboundGuard(pairs, HERE), timeoutMs);
  t.after(() => outbound.close());
  return {
    outbound,
    post: (port: number, signal = unending) => outbound.post(`http://127.0.0.1:${port}/hook?x=1`, letter, signal),
    postSecurely: (port: number, host = 'hooks.example.com') =>
      outbound.post(`https://${host}:${port}/`, letter, unending),
  };
}

async function refusalOf(call: Promise<unknown>): Promise<string> {
  const outcome = await call.then(
    (answer) => answer,
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof OutboundRefused, `expected a refusal, got ${JSON.stringify(outcome)}`);
  return outcome.message;
}

test('posts the letter as it is, and gives status and Retry-After back', async (t) => {
  const seen: unknown[] = [];
  const { port } = await receiver(t, async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    seen.push([request.method, request.url, request.headers['x-own'], request.headers['content-length'], body]);
    response.writeHead(503, { 'retry-after': '120' }).end('later');
  });
  assert.deepEqual(await caller(t, port).post(port), { status: 503, retryAfter: '120' });
  assert.deepEqual(seen, [['POST', '/hook?x=1', 'Za', '12', letter.body]]);
});

test('one connection serves call after call, and a new one when the old one has gone stale', async (t) => {
  const { port, sockets } = await receiver(t, (_request, response) => response.end('ok'));
  const { post } = caller(t, port);
  for (let call = 1; call <= 3; call += 1) assert.equal((await post(port)).status, 200);
  assert.equal(sockets.size, 1);

  let connections = 0;
  const once = await listening(
    t,
    createRawServer((socket) => {
      connections += 1;
      let calls = 0;
      socket.on('error', () => {});
      socket.on('data', () => {
        calls += 1;
        if (calls === 1) socket.write('HTTP/1.1 204 No Content\r\n\r\n');
        else socket.resetAndDestroy();
      });
    }),
  );
  const again = caller(t, once.port);
  for (let call = 1; call <= 3; call += 1) assert.equal((await again.post(once.port)).status, 204);
  assert.equal(connections, 3);
});

test('a redirect is an answer like any other: nobody follows it', async (t) => {
  const reached: unknown[] = [];
  const secret = await receiver(t, (request, response) => {
    reached.push(request.url);
    response.end();
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const { port } = await receiver(t, (_request, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${secret.port}/` }).end(),
    );
    assert.equal((await caller(t, port, secret.port).post(port)).status, status);
  }
  assert.deepEqual(reached, []);
});

test('nothing is sent to an address that may not be called', async (t) => {
  const { port, sockets } = await receiver(t, (_request, response) => response.end());
  const { post, postSecurely } = caller(t);
  assert.match(await refusalOf(post(port)), /https/);
  assert.match(await refusalOf(postSecurely(port, '127.0.0.1')), /not\. Or have its host and port added/);
  assert.match(await refusalOf(postSecurely(port)), /hooks\.example\.com is not/);
  assert.equal(sockets.size, 0);
});

test('who does not answer in time is given up, however busy they look', { timeout: 60_000 }, async (t) => {
  const drip = (socket: Socket, head: string, drop: string) => {
    socket.write(head);
    const dripping = setInterval(() => socket.write(drop), 20);
    socket.on('close', () => clearInterval(dripping));
  };
  const silent = await raw(t, () => {});
  const endlessHeaders = await raw(t, (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-a: ', 'a'));
  const endlessHints = await raw(t, (socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'));
  const refusals = [silent, endlessHeaders, endlessHints].map(({ port }) =>
    refusalOf(impatientCaller(t, port).post(port)),
  );
  assert.deepEqual(new Set(await Promise.all(refusals)), new Set(['There was no answer in time.']));
  const { port, sockets } = await raw(t, (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n', 'a'));
  assert.equal((await caller(t, port).post(port)).status, 200);
  await Promise.all([...sockets].map((socket) => socket.closed || once(socket, 'close')));
});

test('an answer is read up to 64 KB; a longer one costs the other side its connection', {
  timeout: 60_000,
}, async (t) => {
  const short = await receiver(t, (_request, response) => response.end(Buffer.alloc(60_000)));
  const { post } = caller(t, short.port);
  for (let call = 1; call <= 2; call += 1) assert.equal((await post(short.port)).status, 200);
  assert.equal(short.sockets.size, 1);
  const long = await receiver(t, (_request, response) => {
    response.writeHead(200, { 'content-length': 1_000_000 }).write(Buffer.alloc(100_000));
  });
  // The time for which the rest would be waited for does not pass.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  assert.equal((await caller(t, long.port).post(long.port)).status, 200);
  t.mock.timers.reset();
  const flood = await raw(t, (socket) => socket.write(`HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`));
  assert.match(await refusalOf(caller(t, flood.port).post(flood.port)), /Header overflow/);
});

test('nonsense, a reset, nobody there and an upgrade are refusals in words', async (t) => {
  const nonsense = await raw(t, (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
  assert.match(await refusalOf(caller(t, nonsense.port).post(nonsense.port)), /Parse Error/);
  const reset = await raw(t, (socket) => socket.resetAndDestroy());
  assert.match(await refusalOf(caller(t, reset.port).post(reset.port)), /ECONNRESET|socket hang up/);
  const upgrade = await raw(t, (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  );
  assert.ok(await refusalOf(caller(t, upgrade.port).post(upgrade.port)));
  assert.match(await refusalOf(caller(t, 1).post(1)), /ECONNREFUSED/);
  const stopped = AbortSignal.abort();
  assert.ok(await refusalOf(caller(t, reset.port).post(reset.port, stopped)));
});

test('the certificate has to be for the name, and from someone who is trusted', async (t) => {
  const before = getCACertificates('default');
  t.after(() => setDefaultCACertificates(before));
  const secure = (name: string) => {
    const pair = certificateFor(name);
    setDefaultCACertificates([...getCACertificates('default'), pair.cert]);
    return listening(
      t,
      createSecureServer(pair, (_request, response) => response.end()),
    );
  };
  const right = await secure('hooks.example.com');
  assert.equal((await caller(t, right.port).postSecurely(right.port)).status, 200);
  const wrong = await secure('other.example.com');
  assert.match(await refusalOf(caller(t, wrong.port).postSecurely(wrong.port)), /does not match/);
  assert.match(await refusalOf(caller(t, right.port).postSecurely(right.port, '127.0.0.1')), /does not match/);
  setDefaultCACertificates(before);
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  t.after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
  assert.match(await refusalOf(caller(t, right.port).postSecurely(right.port)), /self-signed/);
});
