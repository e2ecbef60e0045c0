import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import type { StoredWebhook } from './webhook-store.ts';
import { newSecret, sealSecret, secretsOf, signature } from './webhooks.ts';

test('both secrets sign any body as Standard Webhooks does', () => {
  const secrets = [newSecret(), newSecret()];
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), fc.nat(4_000_000_000), (body, id, seconds) => {
      const signed = signature(secrets, id, seconds, body).split(' ');
      const expected = secrets.map((secret) => new Webhook(secret).sign(id, new Date(seconds * 1000), body));
      assert.deepEqual(signed, expected);
    }),
  );
});

test('a secret opens only for its webhook and with its key, and a previous one only until its time', () => {
  const [key, now] = [randomBytes(32), '2026-11-21T03:44:00.000Z'];
  const webhook = {
    id: 'a',
    secret: sealSecret(key, 'a', 'new'),
    previous_secret: sealSecret(key, 'a', 'old'),
    previous_until: '2026-11-21T03:44:00.001Z',
  } as StoredWebhook;
  assert.deepEqual(secretsOf(webhook, key, now), ['new', 'old']);
  assert.deepEqual(secretsOf({ ...webhook, previous_until: now }, key, now), ['new']);
  assert.deepEqual(secretsOf({ ...webhook, id: 'b' }, key, now), []);
  assert.deepEqual(secretsOf(webhook, randomBytes(32), now), []);
});
