import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../database/migrate.ts'
import { onEachDatabase } from '../testing/start-app.ts'

const TICKETS = 210

onEachDatabase('a database from before there was a search', (app) => {
  test('is searchable after the start, every ticket and every comment of it', async () => {
    const { cast, clock, database } = app()
    const { ada, dev } = await cast.all()
    const opened = await Promise.all(
      Array.from({ length: TICKETS }, (_, n) => ada.opens({ title: `Wombat ${n}`, description: 'Burrow.' })),
    )
    const last = opened.at(-1) ?? assert.fail()
    ;(await dev.comments(last, 'Numbat.')).is(201)
    ;(await dev.comments(last, { content: 'Quokka.', is_internal: true })).is(201)
    await database.write(async (connection) => {
      for (const sql of ['drop table search_tickets', "delete from migrations where name = '0005-search'"])
        await connection.change({ sql, parameters: [] })
    })
    await migrate(database, clock.now())
    assert.equal((await ada.lists('?q=wombat%20burrow&limit=500')).is(200).length, TICKETS)
    assert.deepEqual(
      (await ada.lists('?q=wombat%20numbat')).is(200).map(({ number }) => number),
      [last.number],
    )
    assert.deepEqual((await ada.lists('?q=quokka')).is(200), [])
    assert.equal((await dev.lists('?q=quokka')).is(200).length, 1)
  })
})
