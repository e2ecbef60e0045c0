import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RELATION_TYPES, type RelationType } from '#contract/words.ts';
import { type LinkRequest, type Relation, restated } from './relations.ts';

const type = fc.constantFrom(...RELATION_TYPES);
const ends = fc.constantFrom({ from_id: 'a', to_id: 'b' }, { from_id: 'b', to_id: 'a' });
const said = (types: fc.Arbitrary<RelationType | undefined>) =>
  fc.record({ ends, relation_type: types }).map(({ ends: pair, relation_type }) => ({ ...pair, relation_type }));
const relations: fc.Arbitrary<Relation | undefined> = fc.option(said(type) as fc.Arbitrary<Relation>, {
  nil: undefined,
});

test('what was said last is so, and saying it again changes nothing', () => {
  fc.assert(
    fc.property(relations, said(type), (before, saying) => {
      const link = restated(before, saying);
      assert.equal(link.relation_type, saying.relation_type);
      if (link.relation_type !== 'related') assert.equal(link.from_id, saying.from_id);
      assert.deepEqual([link.from_id, link.to_id].sort(), ['a', 'b']);
      assert.equal(restated(link, saying), link);
    }),
  );
});

test('without a type a link that is there stays as it is, and a new one says that they are related', () => {
  fc.assert(
    fc.property(relations, said(fc.constant(undefined)), (before, saying: LinkRequest) => {
      const link = restated(before, saying);
      if (before) assert.equal(link, before);
      else assert.deepEqual(link, { ...saying, relation_type: 'related' });
    }),
  );
});

test('two tickets are related whichever of them says so', () => {
  const link = { from_id: 'a', to_id: 'b', relation_type: 'related' } as const;
  assert.equal(restated(link, { from_id: 'b', to_id: 'a', relation_type: 'related' }), link);
});
