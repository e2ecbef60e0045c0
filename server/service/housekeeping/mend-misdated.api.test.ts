import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { DAY, MINUTE, type Operation } from '#platform';
import { databases } from '#testing/databases.ts';
import { type App, startApp } from '#testing/start-app.ts';
import { TestSubscriber } from '#testing/test-subscriber.ts';
import { DUTIES } from '../../build-worker.ts';
import { claimDeliveries, claimEntries } from '../../events/outbox/claim-store.ts';
import { Housekeeping } from './housekeeping.ts';

const NOBODY = { actor: null, correlationId: 'test', source: 'test' } as const;
const LIMIT = 3;

for (const name of databases) {
  describe(`after a clock was a day ahead (${name})`, () => {
    let app: App;
    let receiver: TestSubscriber;
    beforeEach(async () => {
      receiver = new TestSubscriber(['a']);
      app = await startApp(name, { OTP_REQUESTS_PER_ADDRESS: String(LIMIT) }, [receiver]);
    });
    afterEach(() => app.close());

    const keepHouse = async () => {
      const { runner, files, config, secrets, sessionUse } = app;
      const log = { info() {}, error: ({ err }: { err?: Error }) => assert.ifError(err) };
      const source = { given: config.settings, sealingKey: secrets.sealingKey };
      await new Housekeeping({ runner, files, source, log, sessionUse, ...DUTIES }).runDue();
    };
    /** Acts with the clock a day ahead, and sets it right again. */
    const aheadOfTime = async (act: () => Promise<unknown>) => {
      app.clock.advance(DAY);
      await act();
      app.clock.advance(-DAY);
    };
    const claims = <T>(operation: Operation<T, null>) => app.runner.write(NOBODY, operation);
    const asksForCode = async (email: string) => (await app.stranger.post('/api/auth/request-otp', { email })).status;

    test('what it recorded, and what failed then, is delivered', async () => {
      const { ada } = await app.cast.all();
      receiver.refuse('a', 'a is closed');
      let [failed, untouched] = ['', ''];
      await aheadOfTime(async () => {
        failed = (await ada.opens()).id;
        await app.worker.runOnce();
        untouched = (await ada.opens()).id;
      });
      receiver.accept();
      assert.equal((await app.worker.runOnce()).claimed, 0);
      await keepHouse();
      assert.equal((await app.worker.runOnce()).claimed, 2);
      assert.deepEqual(
        [failed, untouched].map((id) => receiver.seqsOf(id, 'test:a')),
        [[1], [1]],
      );
    });

    test('what a worker had claimed is taken back', async () => {
      const { ada } = await app.cast.all();
      await ada.opens();
      receiver.refuse('a', 'a is closed');
      await app.worker.runOnce();
      receiver.accept();
      await aheadOfTime(async () => {
        await claims((work) => claimDeliveries(work, () => 1, true));
        await ada.opens();
        await claims((work) => claimEntries(work, 1));
      });
      assert.equal((await app.worker.runOnce()).recovered_stuck, 0);
      await keepHouse();
      assert.deepEqual(await app.worker.runOnce().then((done) => [done.recovered_stuck, done.succeeded]), [2, 2]);
    });

    test('people sign in, with codes that end after ten minutes', async () => {
      const email = 'early@example.com';
      await aheadOfTime(async () => {
        for (let n = 0; n < LIMIT; n++) assert.equal(await asksForCode(email), 200);
      });
      const code = app.cast.codeFor(email);
      assert.equal(await asksForCode(email), 429);
      await keepHouse();
      const late = await app.stranger.post('/api/auth/verify-otp', { email, code });
      late.isRefused(400, 'invalid_or_expired_code');
      assert.equal(await asksForCode(email), 200);
    });

    test('what was dated rightly stays as it is', async () => {
      const { ada } = await app.cast.all();
      receiver.refuse('a', 'a is closed');
      await ada.opens();
      await app.worker.runOnce();
      await ada.opens();
      await claims((work) => claimEntries(work, 1));
      const email = 'punctual@example.com';
      for (let n = 0; n < LIMIT; n++) assert.equal(await asksForCode(email), 200);
      app.clock.advance(-4 * MINUTE);
      await keepHouse();
      assert.deepEqual(await app.worker.runOnce().then((done) => [done.recovered_stuck, done.claimed]), [0, 0]);
      assert.equal(await asksForCode(email), 429);
      app.clock.advance(4 * MINUTE);
      const { user } = (
        await app.stranger.post<{ user: { email: string } }>('/api/auth/verify-otp', {
          email,
          code: app.cast.codeFor(email),
        })
      ).is(200);
      assert.equal(user.email, email);
    });
  });
}
