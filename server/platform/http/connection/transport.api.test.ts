import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { formOf } from '#testing/cast.ts';
import { RawConnection } from '#testing/raw-connection.ts';
import { type App, onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';
import { SECOND } from '../../clock.ts';

const KB = 1024;
const metric = async ({ stranger }: App, name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await stranger.get('/metrics')).text)?.[1]);

/**
 * Waits until a gauge has a value, and no query is under way whose time would pass with that of the test. It reads the
 * gauge at each turn of the event loop.
 */
async function until(app: App, name: string, value: number): Promise<void> {
  while ((await metric(app, name)) !== value || app.database.load.busy > 0) await turn();
}

const nested = (levels: number) => `{"title":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

onEachDatabase('a request that is too much', (app) => {
  test('by its nesting is refused from the 21st level on', async () => {
    const { cast } = app();
    const json = { 'content-type': 'application/json' };
    const sent = async (body: string) => (await cast.ada).send('POST', '/api/tickets', body, json);
    (await sent(nested(20))).isRefused(400, 'validation_error');
    (await sent(nested(21))).isRefused(400, 'invalid_json');
    (await sent(`${'['.repeat(120_000)}${']'.repeat(120_000)}`)).isRefused(400, 'invalid_json');
    (await sent(`{"title":"${'x'.repeat(256 * KB)}"}`)).isRefused(413, 'payload_too_large');
  });

  test('by its address is refused beyond 8 KB', async () => {
    const { stranger, cast } = app();
    const path = (length: number) => `/api/nothing?q=${'x'.repeat(length - '/api/nothing?q='.length)}`;
    (await stranger.get(path(8 * KB))).isRefused(404, 'not_found');
    (await stranger.get(path(8 * KB + 1))).isRefused(414, 'url_too_long');
    (await (await cast.ada).get(`/api/tickets?q=${'x'.repeat(8 * KB)}`)).isRefused(414, 'url_too_long');
  });

  test('by an address that carries a text is refused beyond 64 KB, and by headers beside it beyond 16', async (t) => {
    const { cast, address } = app();
    const { token } = await cast.ada;
    const asking = async (length: number, headers = 0) => {
      const path = '/api/tickets/similar?description=';
      return (await RawConnection.open(t, address)).send(
        `GET ${path}${'x'.repeat(length - path.length)} HTTP/1.1`,
        'host: kwit',
        `authorization: Bearer ${token}`,
        `x-long: ${'x'.repeat(headers)}`,
        '',
        '',
      );
    };
    assert.match(await (await asking(8 * KB + 1, 15 * KB)).answer(), /^HTTP\/1\.1 200 /);
    // The text itself is too long.
    assert.match(await (await asking(64 * KB)).answer(), /^HTTP\/1\.1 400 /);
    assert.match(await (await asking(64 * KB + 1)).answer(), /^HTTP\/1\.1 414 /);
    await (await asking(KB, 16 * KB)).isRefused(431, 'headers_too_large');
    await (await asking(80 * KB)).isRefused(431, 'headers_too_large');
  });

  test('by its headers is refused beyond 16 KB', async (t) => {
    const { address } = app();
    const asking = async (length: number) =>
      (await RawConnection.open(t, address)).send(
        'GET /health HTTP/1.1',
        'host: kwit',
        `x-long: ${'x'.repeat(length)}`,
        '',
        '',
      );
    assert.match(await (await asking(15 * KB)).answer(), /^HTTP\/1\.1 200 /);
    await (await asking(16 * KB)).isRefused(431, 'headers_too_large');
    await (await asking(1024 * KB)).isRefused(431, 'headers_too_large');
  });

  test('or no HTTP at all is refused', async (t) => {
    await (await RawConnection.open(t, app().address)).send('HELLO', '', '').isRefused(400, 'validation_error');
  });
});

const heads = (token: string | null, type: string, length: number, path = '/api/tickets') => [
  `POST ${path} HTTP/1.1`,
  'host: kwit',
  `authorization: Bearer ${token}`,
  `content-type: ${type}`,
  `content-length: ${length}`,
];

onEachDatabaseAnew('a body that does not come', (app) => {
  test('of two hosts is refused, for a proxy may read one and Kwit the other', async (t) => {
    for (const names of [
      ['host', 'host'],
      ['Host', 'HOST'],
    ]) {
      const connection = await RawConnection.open(t, app().address);
      connection.send(
        'GET /health HTTP/1.1',
        ...names.map((name, place) => `${name}: ${place}`),
        'connection: close',
        '',
        '',
      );
      await connection.isRefused(400, 'validation_error');
    }
  });

  test('is waited for 30 seconds', async (t) => {
    const { address, cast } = app();
    const { token } = await cast.ada;
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const slow = (await RawConnection.open(t, address)).send(...heads(token, 'application/json', 10), '', '{');
    await until(app(), 'kwit_requests_running', 2);
    t.mock.timers.tick(30 * SECOND - 1);
    await until(app(), 'kwit_requests_running', 2);
    assert.equal(slow.isClosed, false);
    t.mock.timers.tick(1);
    await slow.isRefused(408, 'request_timeout');
  });

  test('and one that is there is not waited for, however long the answer takes', { timeout: 20_000 }, async (t) => {
    const { address, cast } = app();
    const { ticket } = (await (await cast.ada).post<{ ticket: string }>('/api/events/stream-ticket')).is(200);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const path = `/api/events/stream?ticket=${ticket}`;
    const wire = (await RawConnection.open(t, address)).send(
      `GET ${path} HTTP/1.1`,
      'host: kwit',
      'content-length: 0',
      '',
      '',
    );
    await until(app(), 'kwit_requests_running', 2);
    t.mock.timers.tick(31 * SECOND);
    await until(app(), 'kwit_requests_running', 2);
    assert.equal(wire.isClosed, false);
  });
});

onEachDatabase('a form', (app) => {
  test('is refused as such where nobody takes one, after it is known who asks', async () => {
    const { stranger, cast } = app();
    const { ada } = await cast.all();
    const form = () => formOf({ name: 'Ada' });
    (await stranger.post('/api/auth/request-otp', form())).isRefused(415, 'unsupported_media_type');
    (await ada.patch('/api/auth/me', form())).isRefused(415, 'unsupported_media_type');
    (await ada.post('/api/auth/logout', form())).isRefused(415, 'unsupported_media_type');
    (await ada.post('/api/projects', form())).isRefused(403, 'forbidden');
    (await stranger.patch('/api/auth/me', form())).isRefused(401, 'unauthorized');
    (await ada.post('/api/nothing', form())).isRefused(404, 'not_found');
    (await ada.get('/api/auth/me')).is(200);
  });
});
