import { expect, test } from 'vitest';
import { foldedTo, moreFrom } from './entries.ts';

test('a conversation folds when at least five entries are between its beginning and its end', () => {
  expect([0, 20, 27].map((count) => foldedTo(count))).toEqual([0, 0, 0]);
  expect(foldedTo(28)).toBe(8);
  expect(foldedTo(200)).toBe(180);
});

test('what is new to the user is never folded away', () => {
  expect([40, 190, 7].map((fresh) => foldedTo(200, fresh))).toEqual([40, 180, 0]);
});

test('each click shows more, until nothing is folded', () => {
  expect(moreFrom(180)).toBe(130);
  expect(moreFrom(58)).toBe(8);
  expect(moreFrom(57)).toBe(0);
});
