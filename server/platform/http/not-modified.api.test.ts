import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from '#testing/start-app.ts';

onEachDatabase('what people look at again and again', (app) => {
  const PATHS = ['/api/tickets/board', '/api/tickets/workload', '/api/tickets?limit=5', '/api/dev-tasks'];

  test('is not sent again while it has not changed, whatever others write', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const ticket = await ada.opens();
    for (const [who, path] of [...PATHS.map((path) => [dev, path] as const), [ada, '/api/tickets?limit=5'] as const]) {
      const tag = (await who.get(path)).headers.get('etag') ?? '';
      const isHeld = async () => {
        const again = await who.get(path, { 'if-none-match': tag });
        assert.deepEqual([again.status, again.bytes.length, again.headers.get('etag')], [304, 0, tag], path);
      };
      await isHeld();
      (await jan.patch('/api/auth/me', { email_notify_ticket_status: false })).is(200);
      await isHeld();
    }
    const tag = (await ada.lists()).headers.get('etag') ?? '';
    await jan.opens();
    (await dev.patches(ticket, { internal_note: 'Between us.' })).is(200);
    assert.equal((await ada.get('/api/tickets', { 'if-none-match': tag })).status, 304);
    (await dev.patches(ticket, { priority: 'high' })).is(200);
    assert.equal((await ada.get('/api/tickets', { 'if-none-match': tag })).status, 200);
  });

  test('names its next page in the tag, too', async () => {
    const guest = await app().cast.guest();
    await guest.opens();
    await guest.opens();
    const path = '/api/tickets?limit=2&order=asc';
    const first = await guest.get(path);
    await guest.opens();
    const second = await guest.get(path, { 'if-none-match': first.headers.get('etag') ?? '' });
    assert.deepEqual([first.next === null, second.status, second.next === null], [true, 200, false]);
  });

  test('is sent anew after any change, also of a name, and to anybody else', async () => {
    const { ada, jan, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const project = (await dev.post<{ id: string }>('/api/projects', { name: 'Web' })).is(201);
    const [board = '', workload = '', list = '', todo = ''] = PATHS;
    const changes: [() => Promise<{ status: number }>, string[]][] = [
      [() => dev.patches(ticket, { status: 'in_progress', project_id: project.id }), PATHS],
      [() => ewa.patches(ticket, { title: 'Printer smokes' }), PATHS],
      [() => dev.patch(`/api/projects/${project.id}`, { name: 'Web shop' }), [board, list]],
      [() => dev.patch('/api/auth/me', { name: 'Dev Developer' }), [board, workload, list]],
      [() => jan.opening(), [board, workload, list]],
    ];
    for (const [change, paths] of changes) {
      app().clock.advance(1000);
      const tags = await Promise.all(paths.map(async (path) => (await dev.get(path)).headers.get('etag') ?? ''));
      assert.ok((await change()).status < 300);
      for (const [n, path] of paths.entries()) {
        assert.equal((await dev.get(path, { 'if-none-match': tags[n] ?? '' })).status, 200, path);
      }
    }
    const tag = (await dev.get(todo)).headers.get('etag') ?? '';
    assert.equal((await ewa.get(todo, { 'if-none-match': tag })).status, 200);
    (await app().stranger.get(PATHS[0] ?? '', { 'if-none-match': tag })).isRefused(401, 'unauthorized');
    (await ada.get(PATHS[0] ?? '', { 'if-none-match': tag })).isRefused(403, 'forbidden');
  });
});
