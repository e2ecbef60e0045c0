import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { databases } from '../server/testing/databases.ts'
import { type HookReceiver, startHookReceiver } from '../server/testing/hook-receiver.ts'
import type { Listening } from '../server/testing/listening.ts'
import { type App, startApp } from '../server/testing/start-app.ts'
import { type Route, routesOf } from './access/routes.ts'
import { EYES, type Eye } from './leaks/canaries.ts'
import { callerFor, lookAround, readable, tryAll } from './leaks/look.ts'
import { plant } from './leaks/plant.ts'
import type { World } from './leaks/world.ts'

/** Breaks the keeping of comments with a canary in them, as no check of ours foresees. */
const BREAK = {
  sqlite: `create trigger broken before insert on comments when new.content like 'canary%' begin select raise(abort, 'broken'); end`,
  postgres: `alter table comments add constraint broken check (content not like 'canary%') not valid`,
} as const

for (const name of databases) {
  describe(`what each person sees of everything (${name})`, () => {
    let app: App
    let routes: readonly Route[]
    let receiver: HookReceiver
    let world: World
    let streams: Record<'ada' | 'dev', Listening>
    let logged = ''
    const log = {
      level: 'trace',
      stream: new Writable({
        write(chunk, _encoding, done) {
          logged += chunk
          done()
        },
      }),
    }
    before(async () => {
      receiver = await startHookReceiver()
      const start = () => startApp(name, { OUTBOUND_ALLOW: receiver.pair }, undefined, { log })
      ;({ built: app, routes } = await routesOf(start))
      const { ada, dev } = await app.cast.all()
      streams = { ada: await ada.listens(), dev: await dev.listens() }
      world = await plant(app, receiver)
    })
    after(async () => {
      await app.close()
      receiver.close()
    })

    test('every text that was planted is seen by exactly those who may, in all that can be read', async () => {
      const patterns = readable(routes)
      const answered = new Set<string>()
      for (const eye of EYES) {
        const sight = await lookAround(world, callerFor(world, app.address, eye), patterns)
        const { canaries } = world
        assert.deepEqual([...sight.seen].sort(), canaries.expectedOf(eye).sort(), `as ${eye}`)
        assert.deepEqual(sight.accidents, [], `as ${eye}`)
        for (const pattern of sight.answered) answered.add(pattern)
      }
      assert.ok(world.canaries.all.length >= 25)
      const mute = patterns.filter((pattern) => !answered.has(pattern))
      assert.deepEqual(
        mute.map(
          (pattern) =>
            `say in QUERIES of proofs/leaks/look.ts how GET ${pattern} is asked so that it answers, or plant what it shows`,
        ),
        [],
      )
    })

    test('nothing is found by words that one may not read', async () => {
      for (const eye of ['ada', 'jan'] as const) {
        for (const { where, text } of world.canaries.hiddenFrom(eye)) {
          const found = (await world.people[eye].lists(`?q=${text}&snippets=1`)).is(200)
          assert.deepEqual(found, [], `${where}, as ${eye}`)
        }
      }
    })

    test("the place in a developer's list shows a reporter nothing", async () => {
      const { ada, dev } = world.people
      for (const query of ['?limit=1', '?limit=1&sort=number', '?limit=1&sort=priority', '?limit=1&q=canary']) {
        for (let path = (await dev.lists(query)).next; path; ) {
          const answer = await ada.get(path)
          assert.deepEqual(world.canaries.in(answer.text).filter(isHiddenFrom('ada')), [], path)
          path = (await dev.get(path)).next
        }
      }
    })

    test('mails tell nobody what they may not read', async () => {
      while ((await app.worker.runOnce()).claimed > 0);
      const { people, canaries } = world
      for (const eye of ['ada', 'jan', 'dev', 'ewa'] as const) {
        const mails = app.mailbox.list().filter(({ to }) => to === people[eye].user.email)
        const text = mails.map((mail) => `${mail.subject}\n${mail.text}\n${mail.html}`).join('\n')
        assert.deepEqual(canaries.in(text).filter(isHiddenFrom(eye)), [], `to ${eye}`)
        if (eye === 'ada') assert.ok(canaries.in(text).includes("comment on Ada's ticket"))
        if (eye === 'ewa') assert.ok(canaries.in(text).includes("title of Jan's ticket"))
      }
    })

    test('webhooks carry no words of anybody', async () => {
      const sent = receiver.callsOf(world.hook).map(({ text }) => text)
      assert.ok(sent.length > 0)
      const words = world.canaries.in(sent.join('\n')).filter((where) => !/^(id of|Jan's id)/.test(where))
      assert.deepEqual(words, [])
    })

    test('the live stream tells of nothing that one may not read', async () => {
      const { ada } = world.people
      const last = await ada.opens()
      const heard = await streams.ada.until('ticket.created', last)
      const { adaTicket, taken } = world
      const namesOf = ({ id }: { id: string }) =>
        heard.filter(({ data }) => data?.ticket_id === id).map((block) => block.event)
      assert.deepEqual(namesOf(adaTicket), [
        'ticket.created',
        'comment.created',
        // What she wrote herself and took back; then a file.
        'comment.created',
        'ticket.updated',
        'ticket.updated',
      ])
      assert.deepEqual(namesOf(taken), [
        'ticket.created',
        'ticket.status_changed',
        'ticket.updated',
        'ticket.status_changed',
        'ticket.closed',
      ])
      const known = [adaTicket.id, taken.id, last.id]
      assert.deepEqual(
        heard.filter(({ data }) => !known.includes(data?.ticket_id ?? '')),
        [],
      )
      assert.deepEqual(world.canaries.in(heard.map(({ text }) => text).join('\n')), [])
      const all = (await streams.dev.until('ticket.created', last)).map(({ text }) => text).join('\n')
      assert.deepEqual(world.canaries.in(all).sort(), ["Jan's id", 'id of who only writes internally'].sort())
      const missed = await (await ada.listens(heard[0]?.id)).until('ticket.created', last)
      assert.deepEqual(
        missed.map(({ id }) => id),
        heard.slice(1).map(({ id }) => id),
      )
    })

    test('no write tells what one may not read, whatever comes of it', async () => {
      const key = { 'idempotency-key': 'the same for both' }
      const { ada, jan } = world.people
      const secret = world.canaries.plant('title under a key', ['jan', 'dev', 'ewa'])
      ;(await jan.opening({ title: secret }, key)).is(201)
      ;(await ada.opening({}, key)).is(201)
      for (const eye of ['anonymous', 'ada'] as const) {
        const sight = await tryAll(world, callerFor(world, app.address, eye))
        assert.deepEqual([...sight.seen].filter(isHiddenFrom(eye)), [], `as ${eye}`)
        assert.deepEqual(sight.accidents, [], `as ${eye}`)
      }
    })

    test('an accident is told in no words of ours, and the log holds nothing of anybody', async () => {
      await app.database.write((connection) => connection.run({ sql: BREAK[name], parameters: [] }))
      const { ada, jan, dev, ewa } = world.people
      const content = world.canaries.plant('comment that cannot be kept', [])
      const answer = await ada.comments(world.adaTicket, content)
      answer.isRefused(500, 'internal_error')
      assert.deepEqual(world.canaries.in(answer.text), [])
      assert.match(logged, /request failed/)
      assert.deepEqual(world.canaries.in(logged), [])
      const tokens = [ada, jan, dev, ewa].map(({ token }) => token ?? '')
      const codes = app.mailbox.list().flatMap(({ text }) => /\b\d{8}\b/.exec(text) ?? [])
      const told = [...tokens, ...codes].filter((one) => logged.includes(one))
      assert.deepEqual(told, [])
    })

    const isHiddenFrom = (eye: Eye) => (where: string) => !world.canaries.expectedOf(eye).includes(where)
  })
}
