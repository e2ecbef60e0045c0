import assert from 'node:assert/strict';
import { test } from 'node:test';
import { version } from 'uuid';
import { newId, randomOfId } from './new-id.ts';

/** More than one drawing of randomness, and many within a millisecond. */
const MANY = 5000;

test('an id sorts after all that were given before, and each has randomness of its own', () => {
  const ids = Array.from({ length: MANY }, newId);
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, MANY);
  // The last ten digits are random alone.
  assert.equal(new Set(ids.map((id) => id.slice(-10))).size, MANY);
  for (const id of ids) assert.equal(version(id), 7);
});

test('an id sorts after those of before when the clock of the machine is set back', (t) => {
  const before = newId();
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 60_000 });
  const after = [newId(), newId()];
  assert.deepEqual([before, ...after].toSorted(), [before, ...after]);
});

test('randomness is drawn anew when it is used up', () => {
  const drawn = Array.from({ length: MANY }, () => randomOfId().toString('hex'));
  assert.equal(new Set(drawn).size, MANY);
});
