import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabaseAnew } from '../testing/start-app.ts'

const SETUP = '/api/setup'

onEachDatabaseAnew('the set-up', (app) => {
  test('needs a developer until one has signed in, and says nothing else', async () => {
    const { stranger, cast } = app()
    const told = async () => (await stranger.get(SETUP)).is(200)
    assert.deepEqual(await told(), { needs_developer: true })
    await cast.ada
    assert.deepEqual(await told(), { needs_developer: true })
    const dev = await cast.dev
    assert.deepEqual(await told(), { needs_developer: false })
    ;(await dev.post('/api/users/invite', { email: 'nina@example.com', role: 'developer' })).is(201)
    assert.deepEqual(await told(), { needs_developer: false })
  })
})
