import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ImportRefused } from '../import-report.ts';
import { RestClient } from './rest-client.ts';

type Reply = (response: ServerResponse, request: IncomingMessage) => void;

const ANSWER: Reply = (response) => response.end('{"id":7}');
const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(code, headers).end();

/** A service that answers as it is told, one request after another; the last way goes on. It notes who brought the key. */
async function service(...replies: readonly Reply[]) {
  const requests: { readonly path: string; readonly key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', key: request.headers['x-key']?.toString() });
    (replies[requests.length - 1] ?? replies.at(-1) ?? ANSWER)(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const waited: number[] = [];
  const client = new RestClient(address, { 'x-key': 'secret' }, async (ms) => void waited.push(ms));
  return {
    requests,
    waited,
    client,
    address,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const STUMBLES: Readonly<Record<string, Reply>> = {
  'is over its limit': status(429),
  'has a gateway without a service': status(502),
  'is being started': status(503),
  'closes the connection': (response) => response.destroy(),
  'gives half a body': (response) => {
    response.writeHead(200, { 'content-length': '50' }).write('{"id":');
    response.destroy();
  },
  'gives half of its JSON': (response) => response.end('{"id":'),
};

for (const [what, stumble] of Object.entries(STUMBLES))
  test(`A service that ${what} is asked five times, after growing pauses, and then refused`, async () => {
    await using once = await service(stumble, ANSWER);
    assert.deepEqual(await once.client.json('a'), { id: 7 });
    assert.deepEqual(once.waited, [500]);
    await using always = await service(stumble);
    await assert.rejects(always.client.json('a'), /was asked 5 times\. With --save/);
    assert.deepEqual(always.waited, [500, 1000, 2000, 4000]);
  });

test('A service that says how long to wait is believed, in seconds and as a moment of its own clock', async () => {
  const date = 'Sat, 28 Nov 2026 10:00:00 GMT';
  await using busy = await service(
    status(429, { 'retry-after': '7' }),
    status(503, { date, 'retry-after': 'Sat, 28 Nov 2026 10:02:00 GMT' }),
    ANSWER,
  );
  assert.deepEqual(await busy.client.json('a'), { id: 7 });
  assert.deepEqual(busy.waited, [7000, 120_000]);
  await using closed = await service(status(429, { 'retry-after': '86400' }));
  await assert.rejects(closed.client.json('a'), ImportRefused);
  assert.deepEqual(closed.waited, []);
});

test('A file that does not come after five tries is nothing, and refuses nothing', async () => {
  await using broken = await service(status(500));
  assert.equal(await broken.client.file('a'), null);
  assert.equal(broken.requests.length, 5);
});

test('What is not there is nothing, and a key that is not taken is refused at once', async () => {
  await using none = await service(status(404), status(403), status(401));
  assert.equal(await none.client.json('a'), null);
  assert.equal(await none.client.json('a'), null);
  await assert.rejects(none.client.json('a'), /does not take the key/);
  assert.deepEqual(none.waited, []);
});

test('Another place never gets the key: answers stay at the site, a file may lie elsewhere', async () => {
  await using other = await service(ANSWER);
  await using site = await service(status(302, { location: `${other.address}/there?sig=1` }));
  await assert.rejects(site.client.json('a'), /leads elsewhere/);
  assert.equal(other.requests.length, 0);
  assert.equal(String(await site.client.file('a')), '{"id":7}');
  assert.deepEqual(other.requests, [{ path: '/there?sig=1', key: undefined }]);
});

test('A file that is named under another host is asked of the site, with its key', async () => {
  await using site = await service(ANSWER);
  assert.equal(String(await site.client.file('http://redmine.internal:3000/attachments/7/a.png?x=1')), '{"id":7}');
  assert.deepEqual(site.requests, [{ path: '/attachments/7/a.png?x=1', key: 'secret' }]);
  assert.equal(await site.client.file('ftp://redmine.internal/a.png'), null);
});

test('A circle of redirects ends', async () => {
  await using site = await service(status(302, { location: '/a' }));
  await assert.rejects(site.client.json('a'), /leads in a circle/);
});
