/** Everything that somebody made moves from one Kwit to another and back, on both databases, without a byte of difference. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { verifyEvents } from '#events';
import { contextOf } from '#platform';
import { tablesOf } from '../packages/movers/exports/open-format/format.ts';
import { type DatabaseName, databases } from '../server/testing/databases.ts';
import { comparable, exportTo, filesIn, folderFor, importInto, rowsIn } from '../server/testing/export-archive.ts';
import { startApp } from '../server/testing/start-app.ts';
import { startWebhookReceiver } from '../server/testing/webhook-receiver.ts';
import { plant } from './leaks/plant.ts';
import { plantMore } from './moving/plant-more.ts';

/** From the first database to the others, and to the first kind again. */
const JOURNEYS: readonly (readonly DatabaseName[])[] =
  databases.length === 1
    ? [[...databases, ...databases]]
    : [
        ['sqlite', 'postgres', 'sqlite'],
        ['postgres', 'sqlite', 'postgres'],
      ];

describe('moving', () => {
  for (const [first, ...others] of JOURNEYS)
    for (const events of [false, true])
      test(`from ${first} to ${others.join(' to ')} changes nothing, ${events ? 'with' : 'without'} events`, async (t) => {
        const folder = await folderFor(t);
        const receiver = await startWebhookReceiver();
        t.after(() => receiver.close());
        const app = await startApp(first ?? 'sqlite', { OUTBOUND_ALLOW: receiver.pair });
        t.after(() => app.close());
        await plantMore(app, await plant(app, receiver));
        let path = join(folder, '0.tar');
        await exportTo(path, app, { events });
        const before = await filesIn(path);
        const empty = tablesOf({ events }).filter(({ name }) => rowsIn(before, name).length === 0);
        assert.deepEqual(
          empty.map(({ name }) => name),
          [],
          'Plant a row of each.',
        );
        for (const [index, name] of others.entries()) {
          const next = await startApp(name);
          t.after(() => next.close());
          await importInto(next, path);
          path = join(folder, `${index + 1}.tar`);
          await exportTo(path, next, { events });
          assert.deepEqual(comparable(await filesIn(path)), comparable(before));
          assert.deepEqual(await next.runner.read(contextOf('outbox'), verifyEvents), []);
        }
      });
});
