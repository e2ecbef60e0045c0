import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TABLES } from '#records';
import { wholeRow } from './load-rows.ts';

test('an export of before has longer names of sources, which become those of now', () => {
  const sourceOf = (table: 'imports' | 'import_runs', source: string) =>
    wholeRow(TABLES.find(({ name }) => name === table) ?? assert.fail(), { source }, new Map()).source;
  for (const table of ['imports', 'import_runs'] as const) {
    assert.equal(sourceOf(table, `openarca:${'0123456789abcdef'.repeat(4)}`), 'openarca:0123456789abcdef');
    for (const source of ['openarca:0123456789abcdef', 'csv', `csv:openarca:${'a'.repeat(64)}`, 'github:acme/shop'])
      assert.equal(sourceOf(table, source), source);
  }
});
