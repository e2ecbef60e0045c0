import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { beginning, LONG_STEM } from '../search/stems.ts';
import { meantStems } from './asked-terms.ts';

test('a mistyped word may mean the word with two letters the other way round, one fewer, one doubled, or the same sound', () => {
  for (const [typed, meant] of [
    ['kolejak', 'kolejka'],
    ['migartion', 'migration'],
    ['pasword', 'password'],
    ['printter', 'printer'],
    ['hlodnica', 'chlodnica'],
    ['druzynowy', 'drozynowy'],
  ] as const)
    assert.ok(meantStems(typed).includes(beginning(meant, LONG_STEM)), typed);
  assert.deepEqual(meantStems('vpns'), [], 'a short word is like too many others');
});

test('there are few of them, each once, and never the word itself', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{0,20}$/), (word) => {
      const stems = meantStems(word);
      assert.ok(stems.length <= 3 * (LONG_STEM + 1) + 6);
      assert.equal(new Set(stems).size, stems.length);
      assert.ok(!stems.includes(beginning(word, LONG_STEM)));
    }),
  );
});
