import { expect, test } from 'vitest';
import changelog from '../../../../../CHANGELOG.md?raw';
import polish from './changes.pl.md?raw';
import { changesIn, partsOf } from './changes.ts';

test('each version says in both languages what it changed', () => {
  const versions = (text: string) => partsOf(text).map(([name]) => name);
  expect(versions(polish)).toEqual(versions(changelog));
  expect(changesIn('1.0.0', 'pl')).toContain('Pierwsze wydanie');
});

test('a version without a part of its own says what is not released yet', () => {
  expect(changesIn('9.9.9', 'pl')).toBe(changesIn('Unreleased', 'pl'));
  expect(changesIn('9.9.9', 'en')).not.toBe(changesIn('1.0.0', 'en'));
});
