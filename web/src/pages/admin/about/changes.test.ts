import { expect, test } from 'vitest';
import changelog from '../../../../../CHANGELOG.md?raw';
import polish from './changes.pl.md?raw';
import { changesIn, partsOf } from './changes.ts';

test('each version says in both languages what it changed', () => {
  const versions = (text: string) => partsOf(text).map(([name]) => name);
  expect(versions(polish)).toEqual(versions(changelog));
  expect(changesIn(polish, '1.0.0')).toContain('Pierwsze wydanie');
});

test('a version without a part of its own says what is not released yet', () => {
  expect(changesIn(polish, '9.9.9')).toBe(changesIn(polish, 'Unreleased'));
  expect(changesIn(changelog, '9.9.9')).not.toBe(changesIn(changelog, '1.0.0'));
});
