import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { EventName, Payload } from '../../contract/events.ts'
import { NEW_TICKET_NOTICES } from '../../contract/settings.ts'
import type { Internals } from '../events/recorded-event.ts'
import { type Act, type ActEvent, type NotificationOf, type Recipient, type Rules, recipientsOf } from './recipients.ts'

const person = (id: string, more: Partial<Recipient> = {}): Recipient => ({
  id,
  email: `${id}@example.com`,
  role: id === 'dev' || id === 'ewa' ? 'developer' : 'user',
  email_notify_ticket_status: 1,
  email_notify_developer_comment: 1,
  ...more,
})
const [ada, jan, dev, ewa] = [person('ada'), person('jan'), person('dev'), person('ewa')]
const everyone = [ada, jan, dev, ewa]
const rules: Rules = { allowed_domains: ['example.com'], notify_developers_of_new_tickets: 'each' }

const event = <N extends EventName>(name: N, payload: Payload[N], internals: Internals = {}) => ({
  entryId: name,
  name,
  payload,
  internals,
})
const created = event('ticket.created', {
  status: 'submitted',
  category: 'other',
  priority: 'normal',
  urgency_reporter: 'normal',
  project_id: null,
  reporter_id: 'ada',
})
const move = { old_status: 'verified', new_status: 'closed', assignee_id: 'ewa' } as const
const moved = event('ticket.status_changed', move)
const closed = event('ticket.closed', { ...move, closure_comment_id: 'answer' })
const renamed = event('ticket.updated', { changed: ['title'] })
const given = (new_assignee_id: string | null) =>
  event('ticket.updated', { changed: ['title', 'assignee_id'] }, { new_assignee_id })
const synced = event('task.synced', {
  task_id: 'task',
  ticket_status: 'closed',
  assignee_id: 'ewa',
  normalized: true,
  ensured: false,
})
const comment = (is_internal: boolean) =>
  event('comment.created', { comment_id: 'one', type: 'comment', is_internal, is_closure_summary: false })
const act = (actorId: string, events: ActEvent[], more: Partial<Act> = {}): Act => ({
  ticket: { reporter_id: 'ada', assignee_id: 'ewa' },
  actorId,
  events,
  ...more,
})
const told = (what: Act, people: readonly Recipient[] = everyone, by = rules) =>
  recipientsOf(what, people, by).map(({ recipient, reason, event }) => [recipient.id, reason, event.name])

const closing = [comment(false), moved, closed, synced]

describe('who is told', () => {
  test('the reporter, once, that the ticket was closed, however many events that took', () => {
    assert.deepEqual(told(act('dev', closing)), [['ada', 'closed', 'ticket.closed']])
  })

  test('of a closing the answer at least, who wants comments and no changes of status', () => {
    const ada = person('ada', { email_notify_ticket_status: 0 })
    assert.deepEqual(told(act('dev', closing), [ada]), [['ada', 'comment', 'comment.created']])
  })

  test('the reporter of a change of status and of a public comment, and nobody of an internal one', () => {
    assert.deepEqual(told(act('dev', [moved])), [['ada', 'status', 'ticket.status_changed']])
    assert.deepEqual(told(act('dev', [comment(false)])), [['ada', 'comment', 'comment.created']])
    assert.deepEqual(told(act('dev', [comment(true)])), [])
  })

  test('the assignee of the reporter’s comments, and of nobody else’s', () => {
    assert.deepEqual(told(act('ada', [comment(false)])), [['ewa', 'comment', 'comment.created']])
    assert.deepEqual(told(act('dev', [comment(false)]), [ewa]), [])
  })

  test('who was given the ticket by somebody else, as long as they have it', () => {
    const giving = act('dev', [moved, given('ewa'), synced])
    assert.deepEqual(told(giving), [
      ['ada', 'status', 'ticket.status_changed'],
      ['ewa', 'assigned', 'ticket.updated'],
    ])
    assert.deepEqual(told({ ...giving, actorId: 'ewa' }), [['ada', 'status', 'ticket.status_changed']])
    assert.deepEqual(told({ ...giving, ticket: { reporter_id: 'ada', assignee_id: 'dev' } }, [ewa]), [])
    for (const other of [renamed, given('dev'), given(null)]) assert.deepEqual(told(act('dev', [other])), [])
  })

  test('who has the ticket, when an older version recorded a change of assignee without saying to whom', () => {
    const giving = act('dev', [event('ticket.updated', { changed: ['assignee_id'] })])
    assert.deepEqual(told(giving), [['ewa', 'assigned', 'ticket.updated']])
  })

  test('one who reported it and is given it learns of both in one', () => {
    const own = act('dev', [moved, given('ewa')], { ticket: { reporter_id: 'ewa', assignee_id: 'ewa' } })
    assert.deepEqual(told(own), [['ewa', 'assigned', 'ticket.updated']])
  })

  test('developers of a new ticket, each at once only when the setting says so', () => {
    const reporting = act('ada', [created])
    assert.deepEqual(
      told(reporting).map(([id]) => id),
      ['dev', 'ewa'],
    )
    for (const notify_developers_of_new_tickets of ['off', 'digest'] as const)
      assert.deepEqual(told(reporting, everyone, { ...rules, notify_developers_of_new_tickets }), [])
  })

  test('nobody whose domain may not sign in any more', () => {
    assert.deepEqual(told(act('dev', closing), everyone, { ...rules, allowed_domains: ['example.org'] }), [])
  })

  test('nobody who has been demoted, but of what they reported themselves', () => {
    const demoted = person('ewa', { role: 'user' })
    assert.deepEqual(told(act('ada', [comment(false)]), [demoted]), [])
    assert.deepEqual(told(act('ada', [created]), [demoted]), [])
    const own = act('dev', closing, { ticket: { reporter_id: 'ewa', assignee_id: null } })
    assert.deepEqual(told(own, [demoted]), [['ewa', 'closed', 'ticket.closed']])
  })
})

const ids = fc.constantFrom('ada', 'jan', 'dev', 'ewa')
const flag = fc.constantFrom<0 | 1>(0, 1)
const people = fc
  .record({ role: fc.constantFrom<'user' | 'developer'>('user', 'developer'), status: flag, comments: flag })
  .chain(({ role, status, comments }) =>
    fc.constantFrom('example.com', 'example.org').map(
      (domain) => (id: string) =>
        person(id, {
          role,
          email: `${id}@${domain}`,
          email_notify_ticket_status: status,
          email_notify_developer_comment: comments,
        }),
    ),
  )
const events = fc
  .uniqueArray(
    fc.constantFrom(
      created,
      closed,
      moved,
      renamed,
      ...['ada', 'jan', 'dev', 'ewa', null].map(given),
      synced,
      comment(true),
      comment(false),
    ),
    { selector: ({ name }) => name },
  )
  .filter((some) => some.length > 0)
const acts: fc.Arbitrary<Act> = fc.record({
  ticket: fc.record({ reporter_id: ids, assignee_id: fc.option(ids) }),
  actorId: fc.option(ids),
  events,
})

/** Checks what holds for every telling, whatever happened to whomever. */
function always(
  check: (telling: NotificationOf, given: { act: Act; rules: Rules; tellings: NotificationOf[] }) => void,
): void {
  const makers = fc.tuple(people, people, people, people)
  const mode = fc.constantFrom(...NEW_TICKET_NOTICES)
  fc.assert(
    fc.property(acts, makers, mode, (act, [a, b, c, d], notify_developers_of_new_tickets) => {
      const given = { ...rules, notify_developers_of_new_tickets }
      const tellings = recipientsOf(act, [a('ada'), b('jan'), c('dev'), d('ewa')], given)
      for (const telling of tellings) check(telling, { act, rules: given, tellings })
    }),
    { numRuns: 2000 },
  )
}

describe('whatever happens', () => {
  test('nobody is told twice of one act, nor of what they did themselves', () => {
    always(({ recipient }, { act, tellings }) => {
      assert.equal(tellings.filter((one) => one.recipient.id === recipient.id).length, 1)
      assert.notEqual(recipient.id, act.actorId)
    })
  })

  test('nobody is told of a ticket that they may not open, at a domain that may not sign in, or against their wish', () => {
    always(({ recipient, reason }, { act, rules }) => {
      assert.ok(recipient.role === 'developer' || recipient.id === act.ticket.reporter_id)
      assert.ok(rules.allowed_domains.includes(recipient.email.split('@')[1] ?? ''))
      const isWanted =
        reason === 'comment' ? recipient.email_notify_developer_comment : recipient.email_notify_ticket_status
      assert.equal(isWanted, 1)
    })
  })

  test('what tells is an event of the act, and never an internal comment', () => {
    always(({ event }, { act }) => {
      assert.ok(act.events.includes(event))
      assert.ok(event.name !== 'comment.created' || !event.payload.is_internal)
    })
  })

  test('only whom an act gave the ticket to is told that it did', () => {
    always(({ recipient, event, reason }) => {
      if (reason === 'assigned') assert.equal(event.internals.new_assignee_id, recipient.id)
    })
  })

  test('only reporter and assignee are told of anything but a new ticket', () => {
    always(({ recipient, reason }, { act, rules }) => {
      const { reporter_id, assignee_id } = act.ticket
      if (reason === 'created') assert.equal(rules.notify_developers_of_new_tickets, 'each')
      else assert.ok(recipient.id === reporter_id || recipient.id === assignee_id)
    })
  })
})
