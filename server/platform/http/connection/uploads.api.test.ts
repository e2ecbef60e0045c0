import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { DRAFT, formOf, type Player } from '#testing/cast.ts';
import { openMailIn } from '#testing/incoming-mail.ts';
import { RawConnection } from '#testing/raw-connection.ts';
import { samples } from '#testing/sample-files.ts';
import { type App, onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';
import { SECOND } from '../../clock.ts';

const KB = 1024;
const MB = KB * KB;

const metric = async ({ stranger }: App, name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await stranger.get('/metrics')).text)?.[1]);

/**
 * Waits until a gauge has a value, and no query is under way whose time would pass with that of the test. It reads the
 * gauge at each turn of the event loop.
 */
async function until(app: App, name: string, value: number): Promise<void> {
  while ((await metric(app, name)) !== value || app.database.load.busy > 0) await turn();
}

/** Fails a test that waits for what never comes. */
const LIMIT = { timeout: 60_000 };

const field = (name: string, text: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const REPORT = `${field('title', 'Printer jams')}${field('description', 'Every second page.')}--b--\r\n`;

/** Begins an upload of so many bytes: sends its headers and the first fifty. */
async function beginUpload(t: TestContext, { address }: App, { token }: Player, length = REPORT.length) {
  const connection = await RawConnection.open(t, address);
  return connection.send(
    'POST /api/tickets HTTP/1.1',
    'host: kwit',
    `authorization: Bearer ${token}`,
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${length}`,
    '',
    REPORT.slice(0, 50),
  );
}

async function beginUploads(t: TestContext, app: App, count: number, player: Player, length?: number) {
  const begun: RawConnection[] = [];
  for (let n = 0; n < count; n++) begun.push(await beginUpload(t, app, player, length));
  return begun;
}

/** Watches connections from now on. @returns a function that waits until some of them have brought so many bytes. */
function bytesReceived({ server }: App) {
  const sockets: Socket[] = [];
  server.server.on('connection', (socket) => sockets.push(socket));
  return async (count: number, bytes: number) => {
    while (sockets.filter(({ bytesRead }) => bytesRead >= bytes).length < count) await turn();
  };
}

const small = (title: string) => formOf({ title, description: 'Every second page.' });

onEachDatabase('uploads', (app) => {
  test('of one person that are small are taken all at once', LIMIT, async () => {
    const ada = await app().cast.ada;
    const photo = { name: 'a.png', type: 'image/png', bytes: samples.png };
    const sent = Array.from({ length: 17 }, () => ada.post('/api/tickets', formOf(DRAFT, [photo])));
    for (const answer of await Promise.all(sent)) answer.is(201);
    (await ada.get('/api/tickets')).is(200);
  });

  test('take up room by their length, one person at most half of it, and others wait, unread', LIMIT, async (t) => {
    const { ada, jan, dev } = await app().cast.all();
    const [first] = await beginUploads(t, app(), 5, ada, 20 * MB);
    await until(app(), 'kwit_uploads_waiting', 1);
    assert.deepEqual(
      [await metric(app(), 'kwit_uploads_running'), await metric(app(), 'kwit_uploads_bytes')],
      [4, 80 * MB],
    );
    (await jan.post('/api/tickets', small('Of somebody else'))).is(201);
    const [second] = await beginUploads(t, app(), 4, jan, 20 * MB);
    await until(app(), 'kwit_uploads_bytes', 160 * MB);
    const [waiting] = await beginUploads(t, app(), 1, dev);
    await until(app(), 'kwit_uploads_waiting', 2);
    // Requests without files need no room.
    await dev.opens();
    first?.hangUp();
    await until(app(), 'kwit_uploads_waiting', 1);
    assert.equal(await metric(app(), 'kwit_uploads_bytes'), 160 * MB);
    second?.hangUp();
    assert.match(String(await waiting?.send(REPORT.slice(50)).answer()), /^HTTP\/1\.1 201 /);
  });

  test('of strangers who hand over mails share the room of one person, once they may', LIMIT, async (t) => {
    const mail = async (head: readonly string[]) => {
      const connection = await RawConnection.open(t, app().address);
      return connection.send(
        'POST /api/mail-in/raw HTTP/1.1',
        'host: kwit',
        'content-type: message/rfc822',
        `content-length: ${20 * MB}`,
        ...head,
        '',
        'From: ada@example.com',
      );
    };
    assert.match(String(await (await mail([])).answer()), /^HTTP\/1\.1 404 /);
    await openMailIn(app(), await app().cast.dev);
    assert.match(String(await (await mail([])).answer()), /^HTTP\/1\.1 4/);
    const at = Math.floor(app().clock.now() / 1000);
    const signed = [
      'kwit-recipient: report@kwit.example.com',
      'webhook-id: a',
      `webhook-timestamp: ${at}`,
      `webhook-signature: v1,${'A'.repeat(43)}=`,
    ];
    for (let n = 0; n < 5; n += 1) await mail(signed);
    await until(app(), 'kwit_uploads_waiting', 1);
    assert.equal(await metric(app(), 'kwit_uploads_bytes'), 80 * MB);
  });

  test('of people who may not are refused without a place in line', LIMIT, async (t) => {
    const { ada, jan } = await app().cast.all();
    await beginUploads(t, app(), 4, ada, 20 * MB);
    await beginUploads(t, app(), 4, jan, 20 * MB);
    await until(app(), 'kwit_uploads_bytes', 160 * MB);
    (await app().stranger.post('/api/tickets', formOf({ title: 'x' }))).isRefused(401, 'unauthorized');
  });
});

onEachDatabaseAnew('an upload', (app) => {
  test('that has waited for room for thirty seconds is refused', LIMIT, async (t) => {
    const { ada, jan, dev } = await app().cast.all();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const received = bytesReceived(app());
    const running = [
      ...(await beginUploads(t, app(), 4, ada, 20 * MB)),
      ...(await beginUploads(t, app(), 4, jan, 20 * MB)),
    ];
    await until(app(), 'kwit_uploads_bytes', 160 * MB);
    const late = dev.post('/api/tickets', small('Too late'));
    await until(app(), 'kwit_uploads_waiting', 1);
    // The others send fast enough.
    for (const upload of running) upload.send('x'.repeat(500 * KB));
    await received(8, 500 * KB);
    t.mock.timers.tick(30 * SECOND);
    const refused = await late;
    refused.isRefused(503, 'service_unavailable');
    assert.equal(refused.headers.get('retry-after'), '5');
    assert.equal(await metric(app(), 'kwit_uploads_waiting'), 0);
    running[0]?.hangUp();
    await until(app(), 'kwit_uploads_running', 7);
    (await dev.post('/api/tickets', small('In its turn'))).is(201);
  });

  test('that comes slower than 16 KB a second is refused from the fifth second on', LIMIT, async (t) => {
    const { ada } = await app().cast.all();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const received = bytesReceived(app());
    const [stuck, slow] = await beginUploads(t, app(), 2, ada, 20 * MB);
    await until(app(), 'kwit_uploads_running', 2);
    slow?.send('x'.repeat(16 * KB));
    await received(1, 16 * KB);
    t.mock.timers.tick(5 * SECOND - 1);
    await until(app(), 'kwit_uploads_running', 2);
    t.mock.timers.tick(1);
    await stuck?.isRefused(408, 'request_timeout');
    assert.equal(await metric(app(), 'kwit_uploads_running'), 1);
    t.mock.timers.tick(SECOND);
    await slow?.isRefused(408, 'request_timeout');
  });

  test('that has come fast may pause for as long as it was ahead', LIMIT, async (t) => {
    const { ada } = await app().cast.all();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const received = bytesReceived(app());
    const [upload] = await beginUploads(t, app(), 1, ada, 20 * MB);
    await until(app(), 'kwit_uploads_running', 1);
    upload?.send('x'.repeat(MB));
    await received(1, MB);
    // A megabyte is what comes in 64 seconds at the least speed, after the first five.
    t.mock.timers.tick(5 * SECOND);
    t.mock.timers.tick(63 * SECOND);
    assert.equal(await metric(app(), 'kwit_uploads_running'), 1);
    t.mock.timers.tick(2 * SECOND);
    await upload?.isRefused(408, 'request_timeout');
  });
});
