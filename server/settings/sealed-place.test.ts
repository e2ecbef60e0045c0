import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openPlace, sealPlace } from './sealed.ts';

const KEY = Buffer.alloc(32, 7);
const sqlite = fc.nat().map(String);
const postgres = fc.tuple(fc.maxSafeNat(), fc.nat({ max: 1e15 - 1 })).map((parts) => parts.join('-'));
const place = fc.oneof(sqlite, postgres);

test('a sealed place is opened by the same user alone, and its length tells nothing', () => {
  fc.assert(
    fc.property(place, place, (address, other) => {
      const sealed = sealPlace(KEY, address, 'ada');
      assert.equal(openPlace(KEY, sealed, 'ada'), address);
      assert.equal(openPlace(KEY, sealed, 'jan'), null);
      assert.equal(openPlace(KEY, address, 'ada'), null);
      assert.equal(sealed.length, sealPlace(KEY, other, 'ada').length);
    }),
  );
});
