import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { MINUTE } from '#platform';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';
import { TestSubscriber } from '#testing/test-subscriber.ts';
import { claimDeliveries, LEASE_MS } from './claim-store.ts';

const NOBODY = { actor: null, correlationId: 'test', source: 'test' } as const;

for (const name of databases)
  test(`the log names, and the metrics count, each delivery that is given up, however that came (${name})`, async (t) => {
    const said: { level: number; entry_id: string; destination: string | null }[] = [];
    const stream = new Writable({
      write(line, _encoding, done) {
        const { msg, ...facts } = JSON.parse(String(line));
        if (msg === 'gave up a delivery') said.push(facts);
        done();
      },
    });
    const receiver = new TestSubscriber(['a']);
    const log = { level: 'info', stream };
    const app = await startApp(name, { OUTBOX_MAX_ATTEMPTS: '2' }, [receiver], { log });
    t.after(() => app.close());
    const { ada, dev } = await app.cast.all();
    const recorded = async () => (await dev.eventsOf(await ada.opens()))[0]?.id;
    const passes = async () => {
      for (let times = 0; times < 2; times += 1) {
        await app.worker.runOnce();
        app.clock.advance(MINUTE);
      }
    };

    receiver.refuse('a', 'Nobody named Hippopotamus lives here.');
    const refused = await recorded();
    await passes();
    const lost = await recorded();
    await app.worker.runOnce();
    app.clock.advance(MINUTE);
    await app.runner.write(NOBODY, (work) => claimDeliveries(work, () => 9, true));
    app.clock.advance(LEASE_MS);
    await app.worker.runOnce();
    const ticket = await ada.opens();
    receiver.unroutable = ticket.id;
    const unroutable = (await dev.eventsOf(ticket))[0]?.id;
    await passes();
    assert.deepEqual(
      said.map(({ level, entry_id, destination }) => [level, entry_id, destination]),
      [
        [40, refused, 'test:a'],
        [40, lost, 'test:a'],
        [40, unroutable, null],
      ],
    );
    assert.doesNotMatch(JSON.stringify(said), /Hippopotamus/);
    assert.match((await app.stranger.get('/metrics')).text, /^kwit_outbox_attempts_total{outcome="given_up"} 3$/m);
  });
