import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATION_IDS } from '../../../contract/operation-ids.ts'
import { onEachDatabase } from '../../testing/start-app.ts'

interface Document {
  readonly paths: Record<string, Record<string, { operationId: string }>>
}

onEachDatabase('the document of the interface', (app) => {
  test('gives each operation a name of its own, and uses each name of the list', async () => {
    const { paths } = (await app().stranger.get<Document>('/api/openapi.json')).is(200)
    const used = Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId))
    // The web app's pages are no part of the document.
    const listed = OPERATION_IDS.filter((id) => id !== 'getWebApp')
    assert.deepEqual(used.toSorted(), listed.toSorted())
  })
})
