import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '#testing/caller.ts';
import { onEachDatabase } from '#testing/start-app.ts';

interface Document {
  openapi: string;
  info: { title: string };
  paths: Record<string, Record<string, { responses: Record<string, unknown>; security?: unknown[] }>>;
}

onEachDatabase('the service', (app) => {
  test('says that it lives, and that it is ready', async () => {
    const { stranger, health, clock } = app();
    const alive = (await stranger.get<Record<string, string>>('/health')).is(200);
    assert.deepEqual(alive, {
      status: 'ok',
      service: 'kwit',
      version: '1.2.3',
      time: new Date(clock.now()).toISOString(),
    });
    assert.deepEqual((await stranger.get('/ready')).is(200), { status: 'ready' });
    health.stopping = true;
    (await stranger.get('/ready')).isRefused(503, 'service_unavailable');
    health.stopping = false;
  });

  test('has no other routes than its own', async () => {
    const { stranger, cast } = app();
    for (const path of [
      '/',
      '/api',
      '/api/nothing',
      '/api/tickets/',
      '/api/uploads/',
      '/api/tickets/a/b/c',
      '/api/users/x/y',
    ])
      (await stranger.get(path)).isRefused(404, 'not_found');
    (await stranger.send('PUT', '/api/tickets')).isRefused(404, 'not_found');
    (await (await cast.ada).send('POST', '/api/users')).isRefused(404, 'not_found');
  });

  test('refuses an address that cannot be read as any other, with the strict headers', async () => {
    const { stranger } = app();
    for (const path of ['/api/tickets/%', '/api/tickets/%E0%A4%A', `/api/tickets/${'x'.repeat(501)}`]) {
      const answer = await stranger.get(path);
      assert.deepEqual(answer.isInvalid(), ['url']);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    }
  });

  test('refuses parameters that it does not know, also where it takes none', async () => {
    const { stranger, cast } = app();
    for (const path of ['/health', '/ready', '/api/settings/public'])
      assert.deepEqual((await stranger.get(`${path}?verbose=1`)).isInvalid(), ['verbose']);
    const ada = await cast.ada;
    for (const path of ['/api/auth/me', '/api/tickets', '/api/tickets/stats/overview'])
      assert.deepEqual((await ada.get(`${path}?verbose=1`)).isInvalid(), ['verbose']);
    assert.deepEqual((await ada.patch('/api/auth/me?x=1', { name: 'Ada' })).isInvalid(), ['x']);
  });

  test('sends the strict headers with every answer', async () => {
    const { stranger, cast } = app();
    const ada = await cast.ada;
    for (const answer of [await stranger.get('/api/nothing'), await stranger.get('/api/tickets'), await ada.lists()]) {
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
      assert.equal(answer.headers.get('content-security-policy'), policy);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
      assert.equal(answer.headers.get('cross-origin-opener-policy'), 'same-origin');
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json; charset=utf-8$/);
    }
  });

  test('asks browsers for https alone once people open it by https', async () => {
    const { stranger, cast } = app();
    const dev = await cast.dev;
    const strict = async () => (await stranger.get('/health')).headers.get('strict-transport-security');
    assert.equal(await strict(), null);
    (await dev.patch('/api/settings', { app_url: 'https://kwit.example.com' })).is(200);
    assert.equal(await strict(), 'max-age=31536000');
    (await dev.patch('/api/settings', { app_url: 'http://kwit.example.com' })).is(200);
    assert.equal(await strict(), null);
    (await dev.patch('/api/settings', { app_url: '' })).is(200);
  });

  test('shows the built-in mailbox only to addresses in METRICS_ALLOW', async () => {
    const { stranger } = app();
    const from = (address: string) => stranger.get('/dev/mailbox', { 'x-forwarded-for': address });
    (await from('127.0.0.1')).is(200);
    (await from('192.0.2.7')).isRefused(403, 'forbidden');
    (await from('::ffff:192.0.2.7')).isRefused(403, 'forbidden');
  });

  test('asks for a token that is right, on every route that is not public', async () => {
    const { stranger, cast, address } = app();
    const { token } = await cast.ada;
    const [head, , signature] = String(token).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const claims = Buffer.from(JSON.stringify({ sub: (await cast.ada).id })).toString('base64url');
    const wrong = [
      '',
      'Bearer',
      'Bearer x',
      `Basic ${token}`,
      `Bearer ${token}x`,
      `Bearer ${head}.${claims}.${signature}`,
    ];
    for (const authorization of [...wrong, `Bearer ${none}.${claims}.`, `Bearer ${none}.${claims}.x`]) {
      const answer = await stranger.get('/api/auth/me', { authorization });
      answer.isRefused(401, 'unauthorized');
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    }
    const { paths } = (await stranger.get<Document>('/api/openapi.json')).is(200);
    const id = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { security = [] }] of Object.entries(methods)) {
        if (security.length === 0) continue;
        const url = path.replaceAll(/\{\w+\}/g, id);
        const response = await fetch(address + url, { method: method.toUpperCase() });
        assert.equal(response.status, 401, `${method} ${path}`);
      }
  });

  test('describes all of its interface in OpenAPI 3.1', async () => {
    const { stranger } = app();
    const document = (await stranger.get<Document>('/api/openapi.json')).is(200);
    assert.match(document.openapi, /^3\.1\.\d$/);
    assert.equal(document.info.title, 'Kwit');
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const promised = [
      'POST /api/auth/request-otp',
      'POST /api/auth/verify-otp',
      'POST /api/auth/logout',
      'POST /api/auth/logout-all',
      'GET /api/auth/me',
      'PATCH /api/auth/me',
      'GET /api/tickets',
      'POST /api/tickets',
      'GET /api/tickets/{id}',
      'PATCH /api/tickets/{id}',
      'POST /api/tickets/{id}/comments',
      'POST /api/tickets/{id}/attachments',
      'GET /api/tickets/{id}/related',
      'POST /api/tickets/{id}/related',
      'DELETE /api/tickets/{id}/related/{relatedId}',
      'GET /api/tickets/{id}/external-references',
      'POST /api/tickets/{id}/external-references',
      'DELETE /api/tickets/{id}/external-references/{refId}',
      'GET /api/tickets/board',
      'GET /api/tickets/workload',
      'GET /api/tickets/stats/overview',
      'GET /api/uploads/{filename}',
      'GET /api/dev-tasks',
      'POST /api/dev-tasks',
      'POST /api/dev-tasks/reorder',
      'PATCH /api/dev-tasks/{id}',
      'DELETE /api/dev-tasks/{id}',
      'GET /api/ticket-templates',
      'POST /api/ticket-templates',
      'GET /api/ticket-templates/{id}',
      'PATCH /api/ticket-templates/{id}',
      'DELETE /api/ticket-templates/{id}',
      'GET /api/views',
      'POST /api/views',
      'PATCH /api/views/{id}',
      'DELETE /api/views/{id}',
      'GET /api/projects',
      'POST /api/projects',
      'PATCH /api/projects/{id}',
      'DELETE /api/projects/{id}',
      'GET /api/users',
      'PATCH /api/users/{id}',
      'GET /api/settings',
      'PATCH /api/settings',
      'GET /api/settings/public',
      'GET /api/settings/events/outbox',
      'GET /api/settings/events/outbox/{id}',
    ];
    assert.deepEqual(
      promised.filter((path) => !described.includes(path)),
      [],
    );
    for (const methods of Object.values(document.paths))
      for (const { responses } of Object.values(methods)) assert.ok(Object.keys(responses).length > 0);
  });
});

onEachDatabase('short lists', (app) => {
  test('come in pages as well, with the address of the next one', async () => {
    const { dev } = await app().cast.all();
    for (const name of ['Alpha', 'Beta', 'Gamma']) (await dev.post('/api/projects', { name })).is(201);
    const names: string[] = [];
    let path: string | null = '/api/projects?limit=2';
    while (path) {
      const page: Answer<{ name: string }[]> = await dev.get<{ name: string }[]>(path);
      names.push(...page.is(200).map(({ name }) => name));
      path = page.next;
    }
    assert.deepEqual(names, ['Gamma', 'Beta', 'Alpha']);
    for (const list of ['ticket-templates', 'views', 'webhooks', 'auth/sessions']) {
      assert.ok((await dev.get<unknown[]>(`/api/${list}?limit=1`)).is(200).length <= 1);
      assert.deepEqual((await dev.get(`/api/${list}?limit=0`)).isInvalid(), ['limit']);
      assert.deepEqual((await dev.get(`/api/${list}?cursor=x`)).isInvalid(), ['cursor']);
    }
  });
});

onEachDatabase('an operation that asks for no body', (app) => {
  test('takes none and an empty one, and drops nothing in silence', async () => {
    const { dev } = await app().cast.all();
    const run = '/api/settings/events/outbox/run-once';
    (await dev.post(run)).is(200);
    (await dev.post(run, {})).is(200);
    (await dev.send('POST', run, null, { 'content-type': 'application/json' })).is(200);
    assert.deepEqual((await dev.post(run, { limit: 5 })).isInvalid(), ['limit']);
    assert.deepEqual((await dev.post(run, [1])).isInvalid(), ['body']);
    (await dev.send('POST', run, '{', { 'content-type': 'application/json' })).isRefused(400, 'invalid_json');
  });
});
