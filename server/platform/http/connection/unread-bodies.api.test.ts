import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { RawConnection } from '#testing/raw-connection.ts';
import { type App, onEachDatabase } from '#testing/start-app.ts';
import { SECOND } from '../../clock.ts';

const MB = 1024 * 1024;
const JSON_TYPE = 'application/json';
const FORM = 'multipart/form-data; boundary=b';
/** More than the system keeps for both ends of a connection: a server that closed without reading would be seen. */
const BEYOND_BUFFERS = 12 * MB;
const LARGE = Buffer.alloc(BEYOND_BUFFERS, 'x');

const file = (part: string, size: number) =>
  Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${part}"; filename="a.txt"\r\n\r\n`),
    Buffer.alloc(size, 'x'),
    Buffer.from('\r\n--b--\r\n'),
  ]);

const PHOTOS = file('attachments', BEYOND_BUFFERS);
/** More than a request may bring. */
const ALBUM = file('attachments', 21 * MB);
const AVATAR = file('avatar', BEYOND_BUFFERS);
const NONE = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';

/** Requests whose bodies nobody wants, each with its refusal. */
const UNWANTED = [
  { path: '/api/tickets', type: JSON_TYPE, body: LARGE, signedIn: true, refusal: [413, 'payload_too_large'] },
  { path: '/api/tickets', type: FORM, body: ALBUM, signedIn: true, refusal: [400, 'attachments_too_large'] },
  { path: '/api/tickets', type: JSON_TYPE, body: LARGE, signedIn: false, refusal: [401, 'unauthorized'] },
  { path: '/api/tickets', type: FORM, body: PHOTOS, signedIn: false, refusal: [401, 'unauthorized'] },
  { path: '/api/nothing', type: JSON_TYPE, body: LARGE, signedIn: true, refusal: [404, 'not_found'] },
  { path: '/api/nothing', type: JSON_TYPE, body: Buffer.from('{bad'), signedIn: false, refusal: [404, 'not_found'] },
  { path: '/api/nothing', type: FORM, body: PHOTOS, signedIn: true, refusal: [404, 'not_found'] },
  {
    path: `/api/tickets/${NONE}/attachments`,
    type: FORM,
    body: PHOTOS,
    signedIn: true,
    refusal: [404, 'ticket_not_found'],
  },
  { path: '/api/auth/me/avatar', type: FORM, body: AVATAR, signedIn: true, refusal: [400, 'file_too_large'] },
] as const;

type Unwanted = (typeof UNWANTED)[number];

const headersOf = ({ type, signedIn }: Unwanted, token: string | null) => ({
  'content-type': type,
  ...(signedIn ? { authorization: `Bearer ${token}` } : {}),
});

/** Writes a whole request in one go before it reads anything, as simple clients do. @returns all that was answered. */
async function writeAtOnce({ address }: App, unwanted: Unwanted, token: string | null, connection: string) {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  const heard: Buffer[] = [];
  await once(socket, 'connect');
  const headers = { host: 'kwit', connection, 'content-length': unwanted.body.length, ...headersOf(unwanted, token) };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${unwanted.path} HTTP/1.1\r\n${head.join('')}\r\n`);
  await new Promise<void>((resolve, reject) =>
    socket.write(unwanted.body, (error) => (error ? reject(error) : resolve())),
  );
  socket.on('data', (chunk: Buffer) => heard.push(chunk));
  while (!Buffer.concat(heard).includes('request_id')) await once(socket, 'data');
  socket.destroy();
  return Buffer.concat(heard).toString();
}

const seen = (answer: string) => [Number(answer.split(' ')[1]), /"error":"(\w+)"/.exec(answer)?.[1]];

onEachDatabase('a body that nobody wants', (app) => {
  for (const unwanted of UNWANTED) {
    const [status, code] = unwanted.refusal;
    test(`is dropped, so that the refusal arrives: ${unwanted.path}, ${unwanted.type}, ${status} ${code}`, async () => {
      const { token } = await app().cast.ada;
      for (const connection of ['keep-alive', 'close'])
        assert.deepEqual(seen(await writeAtOnce(app(), unwanted, token, connection)), unwanted.refusal, connection);
      const { path, body } = unwanted;
      const fetched = await fetch(app().address + path, { method: 'POST', headers: headersOf(unwanted, token), body });
      assert.deepEqual([fetched.status, ((await fetched.json()) as { error: string }).error], unwanted.refusal);
    });
  }

  test('is waited for five seconds after the answer, and read up to 32 MB', { timeout: 60_000 }, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const begin = async (length: number) =>
      (await RawConnection.open(t, app().address)).send(
        'POST /api/tickets HTTP/1.1',
        'host: kwit',
        `content-type: ${JSON_TYPE}`,
        `content-length: ${length}`,
        '',
        '{',
      );
    const slow = await begin(1000);
    assert.match(await slow.answer(), /^HTTP\/1\.1 401 /);
    t.mock.timers.tick(5 * SECOND - 1);
    // Requests go on meanwhile, on that connection, too, once the body has come.
    const late = await begin(1000);
    await late.answer();
    late.forget().send('x'.repeat(999), 'GET /health HTTP/1.1', 'host: kwit', '', '');
    assert.equal(slow.isClosed, false);
    t.mock.timers.tick(1);
    await slow.closed();
    const endless = await begin(64 * MB);
    await endless.answer();
    endless.send('x'.repeat(33 * MB));
    await endless.closed();
    assert.match(await late.answer(), /^HTTP\/1\.1 200 /);
  });
});
