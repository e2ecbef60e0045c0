import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Webhook, WebhookWithSecret } from '#contract/webhooks.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const WEBHOOKS = '/api/webhooks';
/** A public address that needs no resolver. */
const url = 'https://1.1.1.1/hook';

onEachDatabase(
  'a webhook',
  (app) => {
    const adds = async (draft: object = {}) =>
      (await (await app().cast.dev).post<WebhookWithSecret>(WEBHOOKS, { url, ...draft })).is(201);
    const lists = async () => (await (await app().cast.dev).get<Webhook[]>(WEBHOOKS)).is(200);

    test('is added with a secret that is shown once, and listed newest first', async () => {
      const now = new Date(app().clock.now()).toISOString();
      const { id, secret, ...webhook } = await adds();
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
      assert.deepEqual(webhook, {
        url,
        events: ['*'],
        description: null,
        is_active: true,
        projects: null,
        created_at: now,
        updated_at: now,
        last_delivery_at: null,
        last_status: null,
        paused_at: null,
      });
      const body = { events: ['ticket.closed', 'ticket.created'], description: ' Ours. ', is_active: false };
      const { secret: other, ...next } = await adds(body);
      assert.deepEqual(next.events, ['ticket.created', 'ticket.closed']);
      assert.deepEqual([next.description, next.is_active], ['Ours.', false]);
      assert.notEqual(other, secret);
      assert.deepEqual((await lists()).slice(0, 2), [next, { id, ...webhook }]);
      assert.deepEqual((await adds({ events: ['ticket.closed', '*'], description: '' })).events, ['*']);
    });

    test('is changed when something new is sent, and stays the same otherwise', async () => {
      const { dev, ewa } = await app().cast.all();
      const { secret, ...webhook } = await adds({ description: 'Before.' });
      const path = `${WEBHOOKS}/${webhook.id}`;
      app().clock.advance(1000);
      const same = { url, events: ['*'], description: 'Before.', is_active: true };
      assert.deepEqual((await dev.patch(path, same)).is(200), webhook);
      const body = {
        url: 'https://1.0.0.1:8443/x?y',
        events: ['comment.created'],
        description: null,
        is_active: false,
      };
      const changed = (await ewa.patch<Webhook>(path, body)).is(200);
      const now = new Date(app().clock.now()).toISOString();
      assert.deepEqual(changed, { ...webhook, ...body, updated_at: now });
      assert.deepEqual(
        (await lists()).find(({ id }) => id === webhook.id),
        changed,
      );
    });

    test('is deleted once', async () => {
      const { dev } = await app().cast.all();
      const path = `${WEBHOOKS}/${(await adds()).id}`;
      (await dev.delete(path)).is(204);
      (await dev.delete(path)).isRefused(404, 'webhook_not_found');
      for (const missing of [path, `${WEBHOOKS}/${UNKNOWN}`]) {
        (await dev.patch(missing, { is_active: false })).isRefused(404, 'webhook_not_found');
        (await dev.patch(missing, { url: 'http://127.0.0.1' })).isRefused(404, 'webhook_not_found');
        (await dev.get(`${missing}/deliveries`)).isRefused(404, 'webhook_not_found');
        for (const act of ['test', 'rotate-secret'])
          (await dev.post(`${missing}/${act}`)).isRefused(404, 'webhook_not_found');
      }
    });

    test('never shows its secret again, and gets another one on request', async () => {
      const { dev } = await app().cast.all();
      const { id, secret } = await adds();
      const rotated = (await dev.post<WebhookWithSecret>(`${WEBHOOKS}/${id}/rotate-secret`)).is(200);
      assert.match(rotated.secret, /^whsec_/);
      assert.notEqual(rotated.secret, secret);
      for (const answer of [await dev.get(WEBHOOKS), await dev.patch(`${WEBHOOKS}/${id}`, { is_active: false })])
        assert.doesNotMatch(answer.text, /secret|whsec/);
      const stored = await app().database.read((connection) =>
        connection.rows(connection.dialect.builder.selectFrom('webhooks').selectAll().compile()),
      );
      const keys = [secret, rotated.secret].map((key) => key.slice('whsec_'.length));
      for (const key of keys)
        assert.ok(!JSON.stringify(stored).includes(key), 'the database has a secret in the clear');
      assert.equal(new Set(stored.map((row) => row.secret)).size, stored.length);
    });

    test('has an address on the public internet, or one that the environment allows', async () => {
      const { dev } = await app().cast.all();
      const tricks = `http://example.com/ https://127.1/ https://0x7f.1/ https://[::ffff:127.0.0.1]/ https://localhost./
        https://localhost:5432/ https://10.0.0.1/ https://169.254.169.254/latest https://[fd00::1]/ ftp://example.com/
        https://user:secret@1.1.1.1/ javascript:alert(1) http://127.0.0.1:4001/`;
      const { id } = await adds();
      for (const wrong of tricks.trim().split(/\s+/)) {
        (await dev.post(WEBHOOKS, { url: wrong })).isRefused(400, 'url_not_allowed');
        (await dev.patch(`${WEBHOOKS}/${id}`, { url: wrong })).isRefused(400, 'url_not_allowed');
      }
      assert.equal((await adds({ url: 'http://127.0.0.1:4000/hook' })).url, 'http://127.0.0.1:4000/hook');
      assert.equal((await adds({ url: 'https://does-not-exist.invalid/' })).url, 'https://does-not-exist.invalid/');
      for (const nonsense of ['hook', '//example.com', 'https://', 'https://[zz]/', 'https://1.1.1.1:99999'])
        assert.deepEqual((await dev.post(WEBHOOKS, { url: nonsense })).isInvalid(), ['url']);
    });

    test('keeps to its bounds', async () => {
      const { dev } = await app().cast.all();
      const { id } = await adds();
      const wrong: object[] = [{ url: '' }, { url: `https://1.1.1.1/${'x'.repeat(2000)}` }, { events: [] }];
      wrong.push({ events: '*' }, { description: 'd'.repeat(501) }, { is_active: 'yes' }, { secret: 'mine' });
      for (const draft of wrong) {
        assert.deepEqual((await dev.post(WEBHOOKS, { url, ...draft })).isInvalid(), Object.keys(draft));
        assert.deepEqual((await dev.patch(`${WEBHOOKS}/${id}`, draft)).isInvalid(), Object.keys(draft));
      }
      assert.deepEqual((await dev.post(WEBHOOKS, { url, events: ['ticket.deleted'] })).isInvalid(), ['events.0']);
      assert.deepEqual((await dev.post(WEBHOOKS, {})).isInvalid(), ['url']);
      (await dev.patch(`${WEBHOOKS}/${id}`, {})).isRefused(400, 'validation_error');
      for (const query of ['limit=0', 'limit=501', 'cursor=x', 'q=1'])
        assert.equal((await dev.get(`${WEBHOOKS}/${id}/deliveries?${query}`)).isInvalid().length, 1);
      (await dev.delete(`${WEBHOOKS}/7`)).isRefused(400, 'validation_error');
    });

    test('is for developers only', async () => {
      const { ada } = await app().cast.all();
      const path = `${WEBHOOKS}/${(await adds()).id}`;
      for (const caller of [ada, app().stranger]) {
        const refused = [caller === ada ? 403 : 401, caller === ada ? 'forbidden' : 'unauthorized'] as const;
        for (const answer of [
          await caller.get(WEBHOOKS),
          await caller.post(WEBHOOKS, { url }),
          await caller.patch(path, { is_active: false }),
          await caller.delete(path),
          await caller.post(`${path}/rotate-secret`),
          await caller.post(`${path}/test`),
          await caller.get(`${path}/deliveries`),
        ])
          answer.isRefused(...refused);
      }
    });
  },
  { OUTBOUND_ALLOW: '127.0.0.1:4000' },
);

onEachDatabase('all webhooks', (app) => {
  test('are 50 at most, also when many are added at once', async () => {
    const { dev } = await app().cast.all();
    for (let n = 1; n <= 45; n += 1) (await dev.post(WEBHOOKS, { url })).is(201);
    const answers = await Promise.all(Array.from({ length: 10 }, () => dev.post<Webhook>(WEBHOOKS, { url })));
    assert.equal(answers.filter(({ status }) => status === 201).length, 5);
    for (const answer of answers.filter(({ status }) => status !== 201)) assert.deepEqual(answer.isInvalid(), ['body']);
    const made = answers.find(({ status }) => status === 201)?.is(201);
    (await dev.delete(`${WEBHOOKS}/${made?.id}`)).is(204);
    (await dev.post(WEBHOOKS, { url })).is(201);
  });
});
