import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Webhook, WebhookWithSecret } from '#contract/webhooks.ts';
import { DAY, HOUR } from '#platform';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const WEBHOOKS = '/api/webhooks';
/** Nothing listens there. */
const DEAF = { OUTBOUND_ALLOW: '127.0.0.1:1', OUTBOX_MAX_ATTEMPTS: '100', JWT_EXPIRES_IN: '60d' };

onEachDatabaseAnew(
  'a webhook that fails for days',
  (app) => {
    const setUp = async () => {
      const { dev, ada } = await app().cast.all();
      const webhook = (await dev.post<WebhookWithSecret>(WEBHOOKS, { url: 'http://127.0.0.1:1/hook' })).is(201);
      const reads = async () =>
        (await dev.get<Webhook[]>(WEBHOOKS)).is(200).find(({ id }) => id === webhook.id) ?? assert.fail('It is gone.');
      const failsAfter = async (milliseconds: number) => {
        app().clock.advance(milliseconds);
        await app().worker.runOnce();
      };
      const mailedTo = () =>
        app()
          .mailbox.list()
          .filter(({ subject }) => /^Webhook to 127\.0\.0\.1:1 paused$/.test(subject))
          .map(({ to }) => to)
          .sort();
      return { dev, ada, webhook, reads, failsAfter, mailedTo };
    };

    test('is paused after five, and every developer is told once', async () => {
      const { ada, webhook, reads, failsAfter, mailedTo } = await setUp();
      assert.equal(webhook.paused_at, null);
      await ada.opens();
      await failsAfter(0);
      await failsAfter(5 * DAY - HOUR);
      assert.deepEqual([(await reads()).is_active, (await reads()).paused_at], [true, null]);
      await failsAfter(HOUR);
      const { is_active, paused_at } = await reads();
      assert.equal(is_active, false);
      assert.equal(Date.parse(paused_at ?? ''), app().clock.now());
      await failsAfter(0);
      await failsAfter(DAY);
      assert.deepEqual(mailedTo(), ['dev@example.com', 'ewa@example.com']);
    });

    test('has five days again once a developer has switched it on', async () => {
      const { ada, dev, webhook, reads, failsAfter } = await setUp();
      await ada.opens();
      await failsAfter(0);
      await failsAfter(5 * DAY);
      assert.notEqual((await reads()).paused_at, null);
      const on = (await dev.patch<Webhook>(`${WEBHOOKS}/${webhook.id}`, { is_active: true })).is(200);
      assert.deepEqual([on.is_active, on.paused_at], [true, null]);
      await failsAfter(HOUR);
      await failsAfter(4 * DAY);
      assert.equal((await reads()).is_active, true);
    });
  },
  DEAF,
);
