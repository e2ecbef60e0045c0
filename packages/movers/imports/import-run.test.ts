import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shaOf } from './import-run.ts';

const names = fc.constantFrom('title', 'id', '1', 'a,b', 'labels');
const { values } = fc.letrec<{ values: unknown }>((tie) => ({
  values: fc.oneof(
    { maxDepth: 3 },
    fc.string(),
    fc.integer(),
    fc.constant(null),
    fc.array(tie('values')),
    fc.dictionary(names, tie('values')),
  ),
}));

/** Turns the order of fields around, at every depth. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, field]) => [name, turned(field)]),
  );
};

test('what was imported is known again in whatever order its fields are read', () => {
  fc.assert(fc.property(values, (value) => shaOf(value) === shaOf(turned(value))));
});

test('what has changed there is seen', () => {
  const row = { title: 'It jams', labels: ['a', 'b'], place: { floor: 1, room: null } };
  const others = [
    { ...row, title: 'it jams' },
    { ...row, labels: ['b', 'a'] },
    { ...row, place: { floor: null, room: 1 } },
    { ...row, place: null },
  ];
  assert.equal(new Set([row, ...others].map(shaOf)).size, 5);
});
