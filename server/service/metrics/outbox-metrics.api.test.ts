import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '#platform';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';
import { TestSubscriber } from '#testing/test-subscriber.ts';

for (const name of databases)
  test(`the metrics of the outbox tell what waits and what was given up, by channel (${name})`, async (t) => {
    const receiver = new TestSubscriber(['a', 'b']);
    const app = await startApp(name, { OUTBOX_MAX_ATTEMPTS: '2' }, [receiver]);
    t.after(() => app.close());
    const { ada } = await app.cast.all();
    receiver.refuse('a', 'a is closed');
    await ada.opens();
    await app.worker.runOnce();
    app.clock.advance(MINUTE);
    await ada.opens();
    await app.worker.runOnce();
    app.clock.advance(MINUTE);
    await ada.opens();
    const { text } = await app.stranger.get('/metrics');
    const lines = text.split('\n').filter((line) => /^kwit_(outbox|webhooks)/.test(line));
    assert.deepEqual(lines.toSorted(), [
      'kwit_outbox_attempts_total{outcome="delivered"} 2',
      'kwit_outbox_attempts_total{outcome="failed"} 2',
      'kwit_outbox_attempts_total{outcome="given_up"} 1',
      'kwit_outbox_dead{channel="(none)"} 0',
      'kwit_outbox_dead{channel="test:a"} 1',
      'kwit_outbox_oldest_seconds{channel="(none)"} 0',
      'kwit_outbox_oldest_seconds{channel="test:a"} 60',
      'kwit_outbox_waiting{channel="(none)"} 1',
      'kwit_outbox_waiting{channel="test:a"} 1',
      'kwit_outbox_worker_running 0',
      'kwit_webhooks_paused 0',
    ]);
  });
