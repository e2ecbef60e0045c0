import { expect, test } from 'vitest';
import { changedList } from './list-changes.ts';

test('what one puts on a list and takes off it leaves what another did to it', () => {
  expect(changedList(['a', 'c', 'd'], ['a', 'b'], ['b', 'e'])).toEqual(['c', 'd', 'e']);
  expect(changedList(['a', 'b'], ['a', 'b'], ['b', 'a'])).toEqual(['a', 'b']);
  expect(changedList(['b'], ['a', 'b'], ['b'])).toEqual(['b']);
});
