import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { DRAFT, type Player } from '../server/testing/cast.ts'
import { databases } from '../server/testing/databases.ts'
import { type App, startApp } from '../server/testing/start-app.ts'
import { deeds } from './model/actions.ts'
import { compareAll } from './model/compare.ts'
import { Model, WHO, type Who } from './model/model.ts'
import { type Real, Trial } from './model/trial.ts'
import { seed, size } from './size.ts'

const RUNS = size(20, 1000)
const DEEDS = size(100, 200)

/** Four people whom no other run knows, two of them developers. */
async function newPeople({ cast }: App): Promise<Record<Who, Player>> {
  const people = {} as Record<Who, Player>
  for (const who of WHO) people[who] = await (who === 'dev' || who === 'ewa' ? cast.newDeveloper() : cast.guest())
  return people
}

for (const name of databases) {
  describe(`Kwit and a model of it (${name})`, () => {
    let app: App
    before(async () => {
      app = await startApp(name)
    })
    after(() => app.close())

    test(`agree about all that becomes of ${RUNS} times up to ${DEEDS} deeds (seed ${seed})`, {
      timeout: size(300_000, 7_200_000),
    }, async () => {
      const dev = await app.cast.dev
      const trials = fc.commands<Model, Real, false>(
        deeds().map((deed) => deed.map((one) => new Trial(one))),
        {
          maxCommands: DEEDS,
          size: 'max',
        },
      )
      const property = fc.asyncProperty(trials, async (all) => {
        const real: Real = { app, dev, people: await newPeople(app) }
        const { number } = await dev.opens()
        const model = new Model(number)
        for (const who of ['ada', 'ada', 'jan'] as const)
          await new Trial({ who, does: 'report', wish: DRAFT }).run(model, real)
        await fc.asyncModelRun(() => ({ model, real }), all)
        await compareAll(model, real)
      })
      await fc.assert(property, { numRuns: RUNS, seed, verbose: 1 })
    })
  })
}
