import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { retryAfterOf } from './webhook-subscriber.ts';

const NOW = Date.parse('2026-11-21T03:44:00.000Z');
const wait = (retryAfter: string | null, status = 429) => retryAfterOf({ status, retryAfter }, NOW);

test('a receiver may ask for a wait in seconds or until a date, of an hour at most', () => {
  assert.equal(wait('120'), 120_000);
  assert.equal(wait('120', 503), 120_000);
  assert.equal(wait('Sat, 21 Nov 2026 03:45:00 GMT'), 60_000);
  assert.equal(wait('Sat, 21 Nov 2026 03:00:00 GMT'), 0);
  assert.equal(wait('Sun, 22 Nov 2026 03:00:00 GMT'), 3_600_000);
  assert.equal(wait('3601'), 3_600_000);
  assert.equal(wait('9'.repeat(400)), 3_600_000);
});

test('with another status, or in another form, it asks for none', () => {
  for (const status of [200, 301, 400, 500]) assert.equal(wait('120', status), null);
  for (const words of [null, '', 'soon', '-1x']) assert.equal(wait(words), null);
});

test('whatever it asks, the wait is none, or from 0 to an hour', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.date().map(String)), (words) => {
      const pause = wait(words);
      assert.ok(pause === null || (pause >= 0 && pause <= 3_600_000), `${pause}`);
    }),
  );
});
