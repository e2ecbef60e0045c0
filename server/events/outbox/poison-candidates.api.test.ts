import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ticket } from '#contract/tickets.ts';
import { MINUTE } from '#platform';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';
import { TestSubscriber } from '#testing/test-subscriber.ts';
import { claimDeliveries, LEASE_MS, recoverExpired } from './claim-store.ts';
import { DeliveryPass, DeliveryStats } from './delivery-pass.ts';

const NOBODY = { actor: null, correlationId: 'test', source: 'test' } as const;

for (const name of databases) {
  test(`a delivery that two workers did not come back from runs exclusively (${name})`, async (t) => {
    const receiver = new TestSubscriber(['a']);
    const app = await startApp(name, {}, [receiver]);
    t.after(() => app.close());
    const { ada } = await app.cast.all();
    const opened = async () => [await ada.opens(), await ada.opens()];
    const idsOf = (tickets: readonly Pick<Ticket, 'id'>[]) => tickets.map(({ id }) => id).sort();
    const rule = { maxAttempts: 8, random: () => 0 };
    /** A worker claims everything and is gone. */
    const claimAndVanish = async () => {
      await app.runner.write(NOBODY, (work) => claimDeliveries(work, () => 9, true));
      app.clock.advance(LEASE_MS);
    };
    const recover = () =>
      app.runner.write(NOBODY, async (work) => (await recoverExpired(work, () => false, rule)).count);
    const parts = { runner: app.runner, subscribers: [receiver], rule, attemptTimeoutMs: MINUTE };
    const pass = new DeliveryPass(parts, new DeliveryStats());
    const started = async () => {
      const before = receiver.attempts.length;
      await pass.runBatch();
      return receiver.attempts
        .slice(before)
        .map(({ event }) => event.aggregateId)
        .sort();
    };
    const settled = async () => {
      while (!pass.isIdle) await pass.oneSettled();
    };

    receiver.refuse('a', 'closed');
    const lost = await opened();
    assert.deepEqual(await started(), idsOf(lost));
    await settled();
    app.clock.advance(MINUTE);
    await claimAndVanish();
    assert.equal(await recover(), 2);
    await claimAndVanish();
    receiver.accept();
    const running = await opened();
    const first = receiver.hang('a');
    assert.deepEqual(await started(), idsOf(running));
    assert.equal(await recover(), 2);
    assert.deepEqual(await started(), [], 'they wait until nothing else runs');
    first.release();
    await settled();
    const later = await opened();
    const exclusive: string[] = [];
    for (const _ of lost) {
      const hang = receiver.hang('a');
      exclusive.push(...(await started()));
      assert.deepEqual(await started(), [], 'nothing starts beside it');
      hang.release();
      await settled();
    }
    assert.deepEqual(exclusive.sort(), idsOf(lost));
    assert.deepEqual(await started(), idsOf(later));
    await settled();
  });
}
