import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReadingSpeed } from './transport.ts';

const LEAST = 60 * 64 * 1024;

/** Looks each second, and answers after how many seconds a reader is too slow; null when they never are. */
function secondsUntilTooSlow(bytesPerSecond: number, waits: (second: number) => boolean): number | null {
  const speed = new ReadingSpeed();
  for (let second = 1; second <= 600; second++)
    if (speed.isTooSlow(waits(second), 1000, second * bytesPerSecond)) return second;
  return null;
}

test('a reader of less than 64 KB a second is too slow after a minute, and nobody else is', () => {
  const always = () => true;
  assert.equal(secondsUntilTooSlow(0, always), 60);
  assert.equal(secondsUntilTooSlow(LEAST / 60 - 1, always), 60);
  assert.equal(secondsUntilTooSlow(LEAST / 60, always), null);
});

test('while Kwit has nothing for them, a reader is not counted as slow', () => {
  assert.equal(
    secondsUntilTooSlow(0, () => false),
    null,
  );
  assert.equal(
    secondsUntilTooSlow(0, (second) => second % 2 === 0),
    120,
  );
});

test('who was fast and then stops is too slow a minute later', () => {
  const speed = new ReadingSpeed();
  for (let second = 1; second <= 60; second++) assert.equal(speed.isTooSlow(true, 1000, LEAST), false);
  for (let second = 1; second < 60; second++) assert.equal(speed.isTooSlow(true, 1000, LEAST), false);
  assert.equal(speed.isTooSlow(true, 1000, LEAST), true);
});
