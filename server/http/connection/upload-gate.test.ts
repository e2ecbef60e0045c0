import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { SECOND } from '../../clock.ts'
import { Failure } from '../../failure.ts'
import { UploadGate } from './upload-gate.ts'

/** An upload at the gate: its state, and a way to end it. */
function arrive(gate: UploadGate, who: string) {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const upload = { who, place: 'in line', leave: () => void response.emit('close') }
  gate.enter(response, who).then(
    () => {
      upload.place = 'inside'
    },
    (error) => {
      upload.place = error instanceof Failure ? error.code : String(error)
    },
  )
  return upload
}

test('one person has half of the room and half of the line, and those behind them pass by', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const gate = new UploadGate()
  const all = [...Array(21).fill('ada'), ...Array(5).fill('jan'), 'dev'].map((who) => arrive(gate, who))
  const ofOne = (who: string) => all.filter((one) => one.who === who)
  const places = (who: string) => ofOne(who).map(({ place }) => place)
  await turn()
  const line = Array(16).fill('in line')
  assert.deepEqual(places('ada'), [...Array(4).fill('inside'), ...line, 'service_unavailable'])
  assert.deepEqual(places('jan'), [...Array(4).fill('inside'), 'in line'])
  assert.deepEqual([places('dev'), gate.running, gate.waiting], [['in line'], 8, 18])
  // Ada's upload is the first that waits, and she has her share.
  ofOne('jan')[0]?.leave()
  await turn()
  assert.deepEqual([places('jan')[4], places('dev'), gate.running], ['inside', ['in line'], 8])
  ofOne('ada')[0]?.leave()
  await turn()
  assert.deepEqual([places('ada')[4], places('ada')[5], gate.running], ['inside', 'in line', 8])
  ofOne('jan')[1]?.leave()
  await turn()
  assert.deepEqual([places('dev'), gate.running, gate.waiting], [['inside'], 8, 15])
  t.mock.timers.tick(5 * SECOND)
  await turn()
  assert.deepEqual([places('ada').at(-2), gate.running, gate.waiting], ['service_unavailable', 8, 0])
})
