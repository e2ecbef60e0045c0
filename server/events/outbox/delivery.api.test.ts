import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { OutboxEntryDetail, OutboxReplayed, OutboxRunOnce, OutboxStats } from '#contract/outbox.ts';
import { DAY, HOUR, MINUTE, Runner, SECOND } from '#platform';
import { databases } from '#testing/databases.ts';
import { type App, startApp } from '#testing/start-app.ts';
import { TestSubscriber } from '#testing/test-subscriber.ts';
import { claimEntries } from './claim-store.ts';
import { DeliveryPass, DeliveryStats } from './delivery-pass.ts';
import { forgetEvents } from './verify-store.ts';

const OUTBOX = '/api/settings/events/outbox';
const NOTHING = { recovered_stuck: 0, claimed: 0, succeeded: 0, retried: 0, dead_lettered: 0 };
const NOBODY = { actor: null, correlationId: 'test', source: 'test' } as const;

for (const name of databases) {
  describe(`recorded events (${name})`, () => {
    let app: App;
    let receiver: TestSubscriber;
    beforeEach(async () => {
      receiver = new TestSubscriber(['a', 'b']);
      app = await startApp(name, {}, [receiver]);
    });
    afterEach(() => app.close());

    const developer = async () => (await app.cast.all()).dev;
    const runOnce = async () => (await (await developer()).post<OutboxRunOnce>(`${OUTBOX}/run-once`)).is(200);
    const entry = async (id: string) => (await (await developer()).get<OutboxEntryDetail>(`${OUTBOX}/${id}`)).is(200);
    /** A ticket with one event, and the id of its entry. */
    const opened = async () => {
      const { ada, dev } = await app.cast.all();
      const ticket = await ada.opens();
      const [recorded] = await dev.eventsOf(ticket);
      assert.ok(recorded);
      return { ticket, id: recorded.id, ada, dev };
    };

    test('reach each destination once, and the entry is sent', async () => {
      const { ticket, id } = await opened();
      const { summary, stats } = await runOnce();
      assert.deepEqual(summary, { ...NOTHING, claimed: 1, succeeded: 1 });
      assert.equal(stats.queue.pending, 0);
      const sent = await entry(id);
      assert.deepEqual([sent.status, sent.attempts, sent.last_error, sent.next_attempt_at], ['sent', 1, null, null]);
      assert.deepEqual(
        sent.deliveries.map((delivery) => [delivery.destination, delivery.status, delivery.attempts]).sort(),
        [
          ['test:a', 'delivered', 1],
          ['test:b', 'delivered', 1],
        ],
      );
      assert.deepEqual(receiver.seqsOf(ticket.id, 'test:a'), [1]);
      assert.deepEqual((await runOnce()).summary.claimed, 0);
    });

    test('without a destination are sent at the next pass', async () => {
      receiver.wanted = [];
      const { id } = await opened();
      assert.equal((await runOnce()).summary.succeeded, 1);
      assert.deepEqual((await entry(id)).deliveries, []);
      assert.equal((await entry(id)).status, 'sent');
      receiver.wanted = ['a', 'b'];
    });

    test('that fail wait 10 s, then twice as long each time, up to the last attempt; then they are given up', async () => {
      receiver.refuse('a', 'a is closed');
      const { id, ticket } = await opened();
      const first = await runOnce();
      assert.deepEqual([first.summary.retried, first.summary.succeeded], [1, 0]);
      const waits = [10, 20, 40, 80, 160, 320, 640].map((seconds) => seconds * SECOND);
      for (const [n, wait] of waits.entries()) {
        const state = await entry(id);
        assert.deepEqual([state.status, state.attempts, state.last_error], ['pending', n + 1, 'a is closed']);
        const planned = Date.parse(state.next_attempt_at ?? '') - app.clock.now();
        assert.ok(planned >= wait * 0.8 && planned <= wait * 1.2, `${planned} ms after attempt ${n + 1}`);
        app.clock.advance(planned - 1);
        assert.equal((await runOnce()).summary.claimed, 0, 'a millisecond too early');
        app.clock.advance(1);
        const { summary } = await runOnce();
        assert.equal(n === 6 ? summary.dead_lettered : summary.retried, 1);
      }
      const failed = await entry(id);
      assert.deepEqual([failed.status, failed.attempts, failed.last_error], ['failed', 8, 'a is closed']);
      assert.equal(receiver.attemptsAt(ticket.id, 'test:a'), 8);
      assert.deepEqual(receiver.seqsOf(ticket.id, 'test:b'), [1], 'the other destination has it, once');
    });

    test('that take long, and are due again meanwhile, do not keep a run on request going', async () => {
      receiver.refuse('a', 'a is slow', () => {
        app.clock.advance(MINUTE);
        return true;
      });
      receiver.concurrency = 1;
      const ids = [(await opened()).id, (await opened()).id];
      assert.equal((await runOnce()).summary.dead_lettered, 0);
      for (const id of ids) assert.ok((await entry(id)).attempts <= 1);
    });

    test('stay in order at a destination that fails, which holds back nothing else', async () => {
      receiver.refuse('a', 'a is closed');
      const { ticket, ada, dev } = await opened();
      (await ada.comments(ticket, 'One.')).is(201);
      (await dev.comments(ticket, 'Two.')).is(201);
      await runOnce();
      assert.deepEqual(receiver.seqsOf(ticket.id, 'test:b'), [1, 2, 3]);
      assert.equal(receiver.attemptsAt(ticket.id, 'test:a'), 1, 'the later ones are not tried');
      receiver.accept();
      app.clock.advance(MINUTE);
      await runOnce();
      assert.deepEqual(receiver.seqsOf(ticket.id, 'test:a'), [1, 2, 3]);
      assert.deepEqual(receiver.seqsOf(ticket.id, 'test:b'), [1, 2, 3]);
    });

    test('go on after a dead letter, and seq shows the gap', async () => {
      receiver.refuse('a', 'never', (event) => event.seq === 1);
      const { ticket, ada } = await opened();
      (await ada.comments(ticket, 'One.')).is(201);
      for (let n = 0; n < 8; n++) {
        await runOnce();
        app.clock.advance(2 * HOUR);
      }
      assert.deepEqual(receiver.seqsOf(ticket.id, 'test:a'), [2]);
    });

    test('are taken back from a worker whose lease ran out, and its late receipt changes nothing', async () => {
      receiver.wanted = ['a'];
      const { id, ticket } = await opened();
      const hang = receiver.hang('a');
      const late = (await developer()).post<OutboxRunOnce>(`${OUTBOX}/run-once`);
      await hang.reached;
      assert.equal((await entry(id)).status, 'processing');
      app.clock.advance(5 * MINUTE + 1);
      receiver.accept();
      const { summary } = await runOnce();
      assert.equal(summary.recovered_stuck, 1);
      assert.equal((await entry(id)).status, 'sent');
      hang.release();
      assert.equal((await late).is(200).summary.succeeded, 0);
      assert.deepEqual([(await entry(id)).status, (await entry(id)).attempts], ['sent', 2]);
      assert.equal(receiver.attemptsAt(ticket.id, 'test:a'), 2);
      receiver.wanted = ['a', 'b'];
    });

    test('can be replayed: a failed one to destinations that lack it, a sent one to all, with the same id', async () => {
      receiver.refuse('a', 'closed');
      const { id, ticket, dev } = await opened();
      for (let n = 0; n < 8; n++) {
        await runOnce();
        app.clock.advance(2 * HOUR);
      }
      assert.equal((await entry(id)).status, 'failed');
      receiver.accept();
      const replayed = (await dev.post<OutboxEntryDetail>(`${OUTBOX}/${id}/replay`)).is(200);
      assert.deepEqual([replayed.status, replayed.attempts, replayed.last_error], ['pending', 0, null]);
      await runOnce();
      assert.deepEqual([receiver.seqsOf(ticket.id, 'test:a'), receiver.seqsOf(ticket.id, 'test:b')], [[1], [1]]);
      (await dev.post(`${OUTBOX}/${id}/replay`)).is(200);
      await runOnce();
      assert.deepEqual(
        [receiver.seqsOf(ticket.id, 'test:a'), receiver.seqsOf(ticket.id, 'test:b')],
        [
          [1, 1],
          [1, 1],
        ],
      );
      assert.equal(receiver.eventIdsOf(ticket.id).size, 1);
      (await dev.post(`${OUTBOX}/${ticket.id}/replay`)).isRefused(404, 'outbox_entry_not_found');
    });

    test('can be replayed by a filter, oldest first and in order', async () => {
      app.clock.advance(DAY);
      const from = new Date(app.clock.now()).toISOString();
      const { ticket, ada, dev } = await opened();
      (await ada.comments(ticket, 'One.')).is(201);
      await runOnce();
      app.clock.advance(DAY);
      const selection = { status: 'sent', from, to: new Date(app.clock.now()).toISOString() };
      const replay = async (filter: object) =>
        (await dev.post<OutboxReplayed>(`${OUTBOX}/replay`, filter)).is(200).count;
      assert.equal(await replay({ ...selection, event_name: 'ticket.closed' }), 0);
      assert.equal(await replay(selection), 2);
      assert.equal(await replay(selection), 0, 'they are under way');
      await runOnce();
      assert.deepEqual(receiver.seqsOf(ticket.id, 'test:b'), [1, 2, 1, 2]);
      receiver.refuse('b', 'closed', (event) => event.seq === 1);
      assert.equal(await replay(selection), 2);
      await runOnce();
      assert.deepEqual(receiver.seqsOf(ticket.id, 'test:b'), [1, 2, 1, 2], 'the later one waits for the first');
      (await dev.post(`${OUTBOX}/replay`, { status: 'pending' })).isInvalid();
      const never = { from: '2026-11-21T23:59:60Z', to: '2016-12-31T23:59:60Z' };
      for (const [field, moment] of Object.entries(never))
        assert.deepEqual((await dev.post(`${OUTBOX}/replay`, { ...selection, [field]: moment })).isInvalid(), [field]);
    });

    test('whose destinations cannot be decided are tried again, given up, and stop no other ticket', async () => {
      const unroutable = await opened();
      receiver.unroutable = unroutable.ticket.id;
      const other = await opened();
      const { summary } = await runOnce();
      assert.deepEqual([summary.retried, summary.succeeded], [1, 1]);
      assert.deepEqual(receiver.seqsOf(other.ticket.id, 'test:a'), [1]);
      assert.equal((await entry(unroutable.id)).last_error, 'unroutable');
      for (let n = 0; n < 7; n++) {
        app.clock.advance(2 * HOUR);
        await runOnce();
      }
      assert.deepEqual([(await entry(unroutable.id)).status, (await entry(unroutable.id)).attempts], ['failed', 8]);
      receiver.unroutable = null;
      (await unroutable.dev.post(`${OUTBOX}/${unroutable.id}/replay`)).is(200);
      await runOnce();
      assert.deepEqual(receiver.seqsOf(unroutable.ticket.id, 'test:a'), [1]);
    });

    test('are routed one after another within a ticket, however many workers there are', async () => {
      const { ticket, ada } = await opened();
      (await ada.comments(ticket, 'One.')).is(201);
      const claim = () => app.runner.write(NOBODY, (work) => claimEntries(work, 1));
      const [first] = await claim();
      assert.deepEqual([first?.event.aggregateId, first?.event.seq], [ticket.id, 1]);
      assert.deepEqual(await claim(), [], 'the second waits until the first has been routed');
      app.clock.advance(5 * MINUTE + 1);
      await runOnce();
      assert.deepEqual(receiver.seqsOf(ticket.id, 'test:a'), [1, 2]);
    });

    test('are counted for operators, with warnings that say what to do', async () => {
      receiver.refuse('a', 'closed');
      const { dev } = await opened();
      await runOnce();
      app.clock.advance(10 * MINUTE);
      const { queue, health, config } = (await dev.get<OutboxStats>(`${OUTBOX}/stats`)).is(200);
      assert.deepEqual([queue.pending, queue.due_now, queue.oldest_pending_age_seconds], [1, 1, 600]);
      assert.equal(queue.total, queue.pending + queue.processing + queue.sent + queue.failed);
      assert.equal(health.status, 'warning');
      assert.ok(health.flags.pending_age_high && health.flags.worker_off && !health.flags.pending_backlog_high);
      assert.equal(health.warning_count, health.warnings.length);
      const { max_attempts, processing_timeout_ms, retry_base_ms, retry_max_ms } = config;
      assert.deepEqual([max_attempts, processing_timeout_ms, retry_base_ms, retry_max_ms], [8, 3e5, 1e4, 36e5]);
    });

    test('are counted for this process, on request, too', async () => {
      receiver.refuse('a', 'closed');
      const { dev } = await opened();
      const before = (await dev.get<OutboxStats>(`${OUTBOX}/stats`)).is(200).runtime;
      const { summary, stats } = (await dev.post<OutboxRunOnce>(`${OUTBOX}/run-once`)).is(200);
      const { ticks_total, retried_total, last_tick_at, last_error } = stats.runtime;
      assert.deepEqual([ticks_total, retried_total], [before.ticks_total + 1, before.retried_total + summary.retried]);
      assert.ok(summary.retried > 0 && last_tick_at === stats.generated_at && last_error !== null);
    });
  });
}

for (const name of databases) {
  describe(`the worker (${name})`, () => {
    test('is woken by a commit, and delivers while more is written', async (t) => {
      const receiver = new TestSubscriber(['a']);
      const app = await startApp(name, { OUTBOX_POLL_MS: '3600000' }, [receiver]);
      t.after(() => app.close());
      app.worker.start();
      const { ada } = await app.cast.all();
      const ticket = await ada.opens();
      await receiver.has(ticket.id, 1);
      (await ada.comments(ticket, 'One.')).is(201);
      await receiver.has(ticket.id, 2);
    });

    test('delivers in one run what becomes due while it looks for more', async (t) => {
      const receiver = new TestSubscriber(['a', 'b']);
      const app = await startApp(name, {}, [receiver]);
      t.after(() => app.close());
      const { ada } = await app.cast.all();
      const ticket = await ada.opens();
      (await ada.comments(ticket, 'One.')).is(201);
      const hang = receiver.hang('a');
      const settled = Promise.withResolvers<void>();
      let isHanging = true;
      const { write } = Runner.prototype;
      t.mock.method(Runner.prototype, 'write', async function (this: Runner, ...parameters: Parameters<typeof write>) {
        const answer = await write.apply(this, parameters);
        const { entries, due } = answer as { entries?: readonly unknown[]; due?: readonly unknown[] | null };
        if (entries === undefined && !isHanging) settled.resolve();
        // No entries and no deliveries: the first event to `a` is settled before the worker learns of it.
        if (entries?.length === 0 && due?.length === 0 && isHanging) {
          isHanging = false;
          hang.release();
          await settled.promise;
          await turn();
        }
        return answer;
      });
      await app.worker.runOnce();
      assert.equal(isHanging, false);
      assert.deepEqual(receiver.seqsOf(ticket.id, 'test:a'), [1, 2]);
    });

    test('claims the deliveries of an event in the transaction that routes it', async (t) => {
      const receiver = new TestSubscriber(['a', 'b']);
      const app = await startApp(name, {}, [receiver]);
      t.after(() => app.close());
      const { ada } = await app.cast.all();
      const ticket = await ada.opens();
      const write = t.mock.method(Runner.prototype, 'write');
      const rule = { maxAttempts: 8, random: () => 0 };
      const parts = { runner: app.runner, subscribers: [receiver], rule, attemptTimeoutMs: MINUTE };
      const pass = new DeliveryPass(parts, new DeliveryStats());
      assert.equal(await pass.runBatch(), 3);
      assert.equal(write.mock.callCount(), 2, 'the entry is claimed; it is routed, and its deliveries are claimed');
      while (!pass.isIdle) await pass.oneSettled();
      assert.equal(write.mock.callCount(), 4, 'each is settled: in one commit on SQLite');
      assert.equal(await pass.runBatch(), 0);
      assert.equal(write.mock.callCount(), 5, 'and nothing is left');
      assert.deepEqual(receiver.seqsOf(ticket.id, 'test:b'), [1]);
    });

    test('gives up its leases when it stops during an attempt', async (t) => {
      const receiver = new TestSubscriber(['a']);
      const app = await startApp(name, {}, [receiver]);
      t.after(() => app.close());
      const hang = receiver.hang('a');
      app.worker.start();
      const { ada, dev } = await app.cast.all();
      const ticket = await ada.opens();
      await hang.reached;
      await app.worker.stop();
      const [entry] = await dev.eventsOf(ticket);
      assert.deepEqual([entry?.status, entry?.attempts], ['pending', 1]);
      receiver.accept();
      await app.worker.runOnce();
      assert.deepEqual(receiver.seqsOf(ticket.id, 'test:a'), [1]);
    });

    test('keeps sent entries as long as the setting says, and failed ones for good', async (t) => {
      const receiver = new TestSubscriber(['a']);
      const app = await startApp(name, { OUTBOX_MAX_ATTEMPTS: '1', JWT_EXPIRES_IN: '400d' }, [receiver]);
      t.after(() => app.close());
      const { ada, dev } = await app.cast.all();
      const delivered = await ada.opens();
      await app.worker.runOnce();
      receiver.refuse('a', 'closed');
      const failed = await ada.opens();
      await app.worker.runOnce();
      (await dev.patch('/api/settings', { outbox_retention_days: 30 })).is(200);
      const forget = () =>
        app.runner.write(NOBODY, (work) => forgetEvents(work, 500, { given: {}, sealingKey: app.secrets.sealingKey }));
      app.clock.advance(30 * DAY);
      await forget();
      assert.equal((await dev.eventsOf(delivered)).length, 1);
      app.clock.advance(1);
      assert.equal(await forget(), 1);
      assert.deepEqual([(await dev.eventsOf(delivered)).length, (await dev.eventsOf(failed)).length], [0, 1]);
    });
  });
}
