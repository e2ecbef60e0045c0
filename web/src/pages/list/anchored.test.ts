import { expect, test } from 'vitest';
import { anchor } from './anchored.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));
const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id).join('');

test('what comes waits, what leaves stays, and nothing changes its place', () => {
  const { rows: shown, waiting } = anchor(rows('a', 'b', 'c', 'd'), rows('x', 'y', 'd', 'a', 'c'));
  expect([idsOf(shown), waiting]).toEqual(['abcd', 2]);
});

test('more of the list is added at its end', () => {
  const { rows: shown, waiting } = anchor(rows('a', 'b'), rows('x', 'a', 'b', 'c', 'd'));
  expect([idsOf(shown), waiting]).toEqual(['abcd', 1]);
});

test('a row shows its newest state', () => {
  const { rows: shown } = anchor([{ id: 'a', title: 'old' }], [{ id: 'a', title: 'new' }]);
  expect(shown).toEqual([{ id: 'a', title: 'new' }]);
});

test('what left by an act of its user is gone at once', () => {
  expect(idsOf(anchor(rows('a', 'b', 'c'), rows('a', 'c'), true).rows)).toBe('ac');
});
