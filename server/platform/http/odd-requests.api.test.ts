import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RawConnection } from '#testing/raw-connection.ts';
import { onEachDatabase } from '#testing/start-app.ts';

onEachDatabase('a request that another program has bent', (app) => {
  test('of which two headers tell where it ends is refused, and nothing behind it is read as a request', async (t) => {
    const smuggled = ['GET /health HTTP/1.1', 'host: kwit', '', ''];
    const ends = [
      ['content-length: 5', 'transfer-encoding: chunked'],
      ['transfer-encoding: chunked', 'content-length: 5'],
      ['content-length: 5', 'content-length: 6'],
      ['transfer-encoding: chunked, identity'],
      ['transfer-encoding: xchunked'],
      ['content-length: +5'],
    ];
    for (const headers of ends) {
      const head = ['POST /api/auth/request-otp HTTP/1.1', 'host: kwit', 'content-type: application/json', ...headers];
      const raw = (await RawConnection.open(t, app().address)).send(...head, '', '0', '', ...smuggled);
      const heard = await raw.answer();
      assert.match(heard, /^HTTP\/1\.1 400 /, headers.join(', '));
      assert.equal(heard.match(/^HTTP\/1\.1 \d/gm)?.length, 1, headers.join(', '));
    }
  });

  test('by a method that no route has is not found, and echoes nothing', async (t) => {
    for (const method of ['TRACE', 'TRACK', 'CONNECT', 'PROPFIND']) {
      const raw = (await RawConnection.open(t, app().address)).send(
        `${method} /health HTTP/1.1`,
        'host: kwit',
        'x-secret: hunter2',
        'connection: close',
        '',
        '',
      );
      const heard = await raw.answer();
      assert.doesNotMatch(heard, /HTTP\/1\.1 2|hunter2/, method);
    }
  });

  test('that has no body is read as one without fields', async () => {
    const { dev, ada } = await app().cast.all();
    const team = (await dev.post<{ id: string }>('/api/teams', { name: 'Without a body' })).is(201);
    (await dev.put(`/api/teams/${team.id}/members/${ada.id}`)).is(204);
    (await dev.post('/api/settings/oidc/check')).is(200);
    (await dev.post(`/api/acts/${team.id}/undo`)).isRefused(404, 'act_not_found');
    assert.deepEqual((await dev.post('/api/teams')).isInvalid(), ['name']);
    assert.deepEqual((await dev.patch('/api/auth/me')).isInvalid(), ['body']);
  });

  test('that names a parameter twice is refused, so that no two readers of it can differ', async () => {
    const ada = await app().cast.ada;
    for (const name of ['limit', 'sort', 'my', 'q'])
      assert.deepEqual((await ada.get(`/api/tickets?${name}=1&${name}=2`)).isInvalid(), [name]);
    assert.deepEqual((await ada.get('/api/tickets?limit[]=1')).isInvalid(), ['limit[]']);
  });

  test('into what a page of another origin could send without asking is refused, with a token too', async () => {
    const { ada } = await app().cast.all();
    const body = JSON.stringify({ name: 'Bent' });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/plain; application/json'])
      (await ada.send('PATCH', '/api/auth/me', body, { 'content-type': type })).isRefused(
        415,
        'unsupported_media_type',
      );
    const { name } = (await ada.get<{ name: string }>('/api/auth/me')).is(200);
    assert.notEqual(name, 'Bent');
  });

  test('by names that JavaScript gives a meaning changes no object', async () => {
    const { ada } = await app().cast.all();
    const json = { 'content-type': 'application/json' };
    for (const body of ['{"__proto__":{"role":"developer"}}', '{"constructor":{"prototype":{"role":"developer"}}}'])
      assert.equal((await ada.send('PATCH', '/api/auth/me', body, json)).status, 400, body);
    assert.equal((await ada.get<{ role: string }>('/api/auth/me')).is(200).role, 'user');
    assert.equal(Reflect.get({}, 'role'), undefined);
  });
});
