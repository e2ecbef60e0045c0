import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { DRAFT, type Player } from '../server/testing/cast.ts';
import { databases } from '../server/testing/databases.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { ActionCommand, type Service } from './model/action-command.ts';
import { actions } from './model/actions.ts';
import { compareAll } from './model/compare.ts';
import { Model, WHO, type Who } from './model/model.ts';
import { seed, size, sizeOnEach } from './size.ts';

const RUNS = sizeOnEach(20, 1000);
const ACTIONS = size(100, 200);

/** Signs up four people for one run, two of them developers. */
async function newPeople({ cast }: App): Promise<Record<Who, Player>> {
  const people = {} as Record<Who, Player>;
  for (const who of WHO) people[who] = await (who === 'dev' || who === 'ewa' ? cast.newDeveloper() : cast.guest());
  return people;
}

for (const name of databases) {
  describe(`the service and a model of it (${name})`, () => {
    let app: App;
    before(async () => {
      app = await startApp(name);
    });
    after(() => app.close());

    test(`agree in ${RUNS} runs of up to ${ACTIONS} random actions (seed ${seed})`, {
      timeout: size(300_000, 7_200_000),
    }, async () => {
      const dev = await app.cast.dev;
      const commands = fc.commands<Model, Service, false>(
        actions().map((action) => action.map((drawn) => new ActionCommand(drawn))),
        {
          maxCommands: ACTIONS,
          size: 'max',
        },
      );
      const property = fc.asyncProperty(commands, async (all) => {
        const service: Service = { app, dev, people: await newPeople(app) };
        const { number } = await dev.opens();
        const model = new Model(number);
        for (const who of ['ada', 'ada', 'jan'] as const)
          await new ActionCommand({ who, does: 'report', changes: DRAFT }).run(model, service);
        await fc.asyncModelRun(() => ({ model, real: service }), all);
        await compareAll(model, service);
      });
      await fc.assert(property, { numRuns: RUNS, seed, verbose: 1 });
    });
  });
}
