import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Merging, mergeRefusal } from './merge-decision.ts';

/** A ticket of Ada that is joined to another one of hers. */
const join: Merging = {
  mode: 'join',
  source: { id: 'source', reporter_id: 'ada', isJoined: false, isBeside: false },
  root: { id: 'root', reporter_id: 'ada', status: 'verified' },
  way: ['root'],
  tellsReporters: false,
  isUndo: false,
  coming: 1,
  there: 0,
};
const foreign = { ...join.root, reporter_id: 'jan' };
const joined = { ...join.source, isJoined: true };
const standing = { ...join.source, isBeside: true };

test('two tickets are merged unless something speaks against it, and what comes first is said', () => {
  const rows: readonly (readonly [more: Partial<Merging>, refusal: ReturnType<typeof mergeRefusal>])[] = [
    [{}, null],
    [{ source: joined, way: ['root', 'source'] }, 'already_merged'],
    [{ source: standing }, null],
    [{ mode: 'beside', source: standing }, 'already_merged'],
    [{ way: ['root', 'source'] }, 'merge_circle'],
    [{ mode: 'beside', way: ['root', 'source'], root: { ...foreign, status: 'closed' } }, 'merge_circle'],
    [{ root: { ...foreign, status: 'closed' } }, 'ticket_closed'],
    [{ root: { ...join.root, status: 'closed' }, isUndo: true }, null],
    [{ root: foreign }, 'reporters_differ'],
    [{ root: foreign, tellsReporters: true }, null],
    [{ mode: 'beside', root: foreign }, null],
    [{ coming: 2, there: 18 }, null],
    [{ coming: 3, there: 18 }, 'limit_reached'],
    [{ mode: 'beside', coming: 1, there: 99 }, null],
    [{ mode: 'beside', coming: 2, there: 99 }, 'limit_reached'],
  ];
  for (const [more, refusal] of rows) assert.equal(mergeRefusal({ ...join, ...more }), refusal, JSON.stringify(more));
});
