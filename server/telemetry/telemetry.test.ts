import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { EVENT_NAMES } from '../../contract/events.ts'
import { STATUSES } from '../../contract/tickets.ts'
import type { Person } from '../actor.ts'
import { telemetryOf } from './telemetry.ts'

const person = (role: Person['role']): Person => ({
  id: role,
  email: `${role}@example.com`,
  name: role,
  role,
  language: 'en',
  sessionId: role,
})
const actors = fc.constantFrom(null, person('user'), person('developer'))
const statuses = fc.constantFrom(...STATUSES)
const payloads = fc.record({ old_status: statuses, new_status: statuses, is_closure_summary: fc.boolean() })

test('reports and closings count, whoever they come from', () => {
  fc.assert(
    fc.property(actors, payloads, (actor, payload) => {
      assert.equal(telemetryOf('ticket.created', payload, actor), 'ticket.created')
      assert.equal(telemetryOf('ticket.closed', payload, actor), 'ticket.closed')
    }),
  )
})

test("a change of status counts when it is a developer's, of a ticket that was past submitted", () => {
  fc.assert(
    fc.property(actors, payloads, (actor, payload) => {
      const counts = actor?.role === 'developer' && payload.old_status !== 'submitted'
      assert.equal(telemetryOf('ticket.status_changed', payload, actor), counts ? 'board.drag' : null)
    }),
  )
})

test('a comment counts when it is a closure summary', () => {
  fc.assert(
    fc.property(actors, payloads, (actor, payload) => {
      const counted = telemetryOf('comment.created', payload, actor)
      assert.equal(counted, payload.is_closure_summary ? 'closure_summary_added' : null)
    }),
  )
})

test('nothing else counts', () => {
  const counting = ['ticket.created', 'ticket.closed', 'ticket.status_changed', 'comment.created']
  const others = EVENT_NAMES.filter((name) => !counting.includes(name))
  fc.assert(
    fc.property(fc.constantFrom(...others), actors, payloads, (name, actor, payload) => {
      assert.equal(telemetryOf(name, payload, actor), null)
    }),
  )
})
