import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { CHANGE_KINDS, type ChangeKind, type ChangeState } from '#contract/git-words.ts';
import { type CodeFact, mergedFact } from './code-change.ts';

const STATES: Readonly<Record<ChangeKind, readonly ChangeState[]>> = {
  commit: ['open', 'merged'],
  branch: ['open', 'closed'],
  change: ['open', 'closed', 'merged'],
};

const factsOf = (kind: ChangeKind): fc.Arbitrary<CodeFact> =>
  fc.record({
    kind: fc.constant(kind),
    repository: fc.constant('shop/web'),
    identity: fc.constant('1'),
    title: fc.constantFrom('Trim', 'Trim it'),
    author: fc.constantFrom(null, 'Ada', 'Jan'),
    state: fc.constantFrom(...STATES[kind]),
    url: fc.constantFrom(null, 'https://a.example.com', 'https://b.example.com'),
    is_dated: fc.constantFrom(0, 1),
    at: fc.integer({ min: 0, max: 3 }).map((day) => `2026-11-2${day}T10:00:00.000Z`),
  });
const facts = fc.constantFrom(...CHANGE_KINDS).chain((kind) => fc.array(factsOf(kind), { minLength: 1, maxLength: 8 }));

describe('what is told of one thing', () => {
  test('comes to the same in whatever order and however often it comes', () => {
    fc.assert(
      fc.property(facts, fc.infiniteStream(fc.nat()), (reported, chance) => {
        const expected = reported.reduce(mergedFact);
        const again = [...reported, ...reported]
          .map((fact) => ({ fact, order: chance.next().value as number }))
          .sort((a, b) => a.order - b.order)
          .map(({ fact }) => fact);
        assert.deepEqual({ ...again.reduce(mergedFact) }, { ...expected });
      }),
      { numRuns: 2000 },
    );
  });

  test('is merged once it was, and a branch that is gone stays gone', () => {
    fc.assert(
      fc.property(facts, (reported) => {
        const states = reported.map(({ state }) => state);
        const { state, kind } = reported.reduce(mergedFact);
        if (states.includes('merged')) assert.equal(state, 'merged');
        if (kind === 'branch' && states.includes('closed')) assert.equal(state, 'closed');
      }),
    );
  });

  test('is what the newest says', () => {
    const [first] = fc.sample(factsOf('change'), 1);
    assert.ok(first);
    const older = {
      ...first,
      is_dated: 1 as const,
      state: 'closed' as const,
      title: 'Z',
      at: '2026-11-20T10:00:00.000Z',
    };
    const newer = {
      ...first,
      is_dated: 1 as const,
      state: 'open' as const,
      title: 'A',
      at: '2026-11-21T10:00:00.000Z',
    };
    assert.deepEqual(mergedFact(older, newer), newer);
    assert.deepEqual(mergedFact(newer, { ...older, state: 'merged' }), { ...newer, state: 'merged' });
  });
});
