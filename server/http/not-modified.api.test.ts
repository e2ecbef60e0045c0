import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../testing/start-app.ts'

onEachDatabase('what people look at again and again', (app) => {
  const PATHS = ['/api/tickets/board', '/api/tickets/workload', '/api/tickets?limit=5', '/api/dev-tasks']

  test('is not sent again while nothing has been written', async () => {
    const { ada, dev } = await app().cast.all()
    await ada.opens()
    for (const path of PATHS) {
      let tag = (await dev.get(path)).headers.get('etag') ?? ''
      let again = await dev.get(path, { 'if-none-match': tag })
      // On PostgreSQL the other test files write to the same server, and their writes count too: try until they pause.
      for (let tries = 0; again.status === 200 && tries < 200; tries++) {
        tag = again.headers.get('etag') ?? ''
        again = await dev.get(path, { 'if-none-match': tag })
      }
      assert.deepEqual([again.status, again.bytes.length, again.headers.get('etag')], [304, 0, tag], path)
    }
  })

  test('is sent anew after any change, also of a name, and to anybody else', async () => {
    const { ada, jan, dev, ewa } = await app().cast.all()
    const ticket = await ada.opens()
    const project = (await dev.post<{ id: string }>('/api/projects', { name: 'Web' })).is(201)
    const changes = [
      () => dev.patches(ticket, { status: 'in_progress', project_id: project.id }),
      () => ada.comments(ticket, 'Still broken.'),
      () => dev.patch(`/api/projects/${project.id}`, { name: 'Web shop' }),
      () => dev.patch('/api/auth/me', { name: 'Dev Developer' }),
      () => jan.opening(),
    ]
    for (const change of changes) {
      const tags = await Promise.all(PATHS.map(async (path) => (await dev.get(path)).headers.get('etag') ?? ''))
      assert.ok((await change()).status < 300)
      for (const [n, path] of PATHS.entries()) {
        assert.equal((await dev.get(path, { 'if-none-match': tags[n] ?? '' })).status, 200, path)
      }
    }
    const tag = (await dev.get(PATHS[0] ?? '')).headers.get('etag') ?? ''
    assert.equal((await ewa.get(PATHS[0] ?? '', { 'if-none-match': tag })).status, 200)
    ;(await app().stranger.get(PATHS[0] ?? '', { 'if-none-match': tag })).isRefused(401, 'unauthorized')
    ;(await ada.get(PATHS[0] ?? '', { 'if-none-match': tag })).isRefused(403, 'forbidden')
  })
})
