import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { instant } from './clock.ts';

test('the text of a moment is that of ISO 8601 in UTC, whichever moments were asked for before', () => {
  const moment = fc.oneof(
    fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }),
    fc.integer({ min: -3000, max: 3000 }),
    fc.double({ min: -3000, max: 3000, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(moment, { minLength: 1 }), (moments) => {
      for (const at of moments) assert.equal(instant(at), new Date(at).toISOString());
    }),
  );
});

test('what is no moment has no text', () => {
  for (const none of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])
    assert.throws(() => instant(none), RangeError);
});
