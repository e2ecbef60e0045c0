import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { projectIconUrl } from './project-view.ts'

test("the address of a project's icon is a text of one piece, or V8 would write a whole list in its slow way", () => {
  setFlagsFromString('--allow-natives-syntax')
  const isOfOnePiece = new Function('text', 'return %StringIsFlat(text)') as (text: unknown) => boolean
  setFlagsFromString('--no-allow-natives-syntax')
  const id = Buffer.from('01890000-0000-7000-8000-00000000000a').toString()
  assert.ok(!isOfOnePiece(`/api/projects/${id}/icon`))
  const url = projectIconUrl(id, 'abcdef0123456789.png')
  assert.ok(isOfOnePiece(url))
  assert.equal(url, `/api/projects/${id}/icon?v=abcdef01`)
})
