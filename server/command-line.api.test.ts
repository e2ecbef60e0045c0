import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommandLine } from './command-line.ts'
import { type App, onEachDatabase } from './testing/start-app.ts'

onEachDatabase('the command line', (app) => {
  const type = async (...words: string[]) => {
    const said: string[] = []
    const code = await runCommandLine(words, {
      environment: environmentOf(app()),
      clock: app().clock,
      say: (text) => said.push(text),
    })
    return { code, said: said.join('\n') }
  }

  const statement = (sql: string) => app().database.write((connection) => connection.run({ sql, parameters: [] }))

  test('explains itself, and refuses what it does not know', async () => {
    assert.match((await type('--help')).said, /outbox verify/)
    assert.equal((await type('--help')).code, 0)
    for (const words of [
      [],
      ['outbox'],
      ['outbox', 'replay'],
      ['outbox', 'verify', 'now'],
      ['developer', 'add', 'x'],
    ]) {
      assert.equal((await type(...words)).code, 2, words.join(' '))
    }
  })

  test('makes a developer, once', async () => {
    assert.match((await type('developer', 'add', 'Zoe@Example.com')).said, /zoe@example.com will be a developer/)
    const { user } = await app().cast.signsIn('zoe@example.com')
    assert.equal(user.role, 'developer')
  })

  test('tells how the outbox stands, and has events delivered again', async () => {
    const { ada, dev } = await app().cast.all()
    const ticket = await ada.opens()
    await app().worker.runOnce()
    assert.match((await type('outbox', 'status')).said, /^\d+ events: \d+ sent, 0 pending \(0 due now\), 0 processing/)
    const [entry] = await dev.eventsOf(ticket)
    assert.ok(entry)
    assert.deepEqual(await type('outbox', 'replay', entry.id), {
      code: 0,
      said: `${entry.id} will be delivered again.`,
    })
    assert.match((await type('outbox', 'status')).said, / 1 pending \(1 due now/)
    assert.match((await type('outbox', 'replay', 'failed')).said, /^0 events/)
    assert.equal((await type('outbox', 'replay', ticket.id)).code, 1)
  })

  test('proves that no event is missing, and sees when one is', async () => {
    const { ada, dev } = await app().cast.all()
    const ticket = await ada.opens()
    ;(await dev.patches(ticket, { status: 'in_progress' })).is(200)
    ;(await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200)
    assert.deepEqual((await type('outbox', 'verify')).code, 0)
    for (const [name, finding] of [
      ['ticket.created', /without the event of their creation/],
      ['ticket.status_changed', /change of status that has no event/],
      ['ticket.closed', /closing that has no event/],
      ['comment.created', /gap in the count/],
    ] as const) {
      const lost = `where event_name = '${name}' and aggregate_id = '${ticket.id}'`
      await statement(`create table kept as select * from event_outbox ${lost}`)
      await statement(`delete from event_outbox ${lost}`)
      const { code, said } = await type('outbox', 'verify')
      assert.deepEqual([code, said.includes(ticket.id)], [1, true])
      assert.match(said, finding)
      const overriding = app().database.dialect.name === 'postgres' ? 'overriding system value' : ''
      await statement(`insert into event_outbox ${overriding} select * from kept`)
      await statement('drop table kept')
    }
    assert.equal((await type('outbox', 'verify')).code, 0)
  })
})

const environmentOf = ({ environment }: App) => environment
