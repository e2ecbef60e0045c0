import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { indexedWords, otherSpellings } from './question.ts';

const spelled = (part: string) => otherSpellings(part).map((row) => row.join(' '));

describe('other spellings', () => {
  test('join what a sign joins, and part what letters and digits, or capitals, join', () => {
    assert.deepEqual(spelled('Wi-Fi'), ['wifi']);
    assert.deepEqual(spelled('PIT-11'), ['pit11']);
    assert.deepEqual(spelled('PIT11'), ['pit 11']);
    assert.deepEqual(spelled('UserById'), ['user by id']);
    assert.deepEqual(spelled('v3.11'), ['v311', '3 11']);
  });

  test('of a plain word, an address or a number are none', () => {
    for (const part of ['drukarka', 'VPN', '10.0.0.1', '3.11', 'https://example.com/a/b/c/d', '0x80240034'])
      assert.deepEqual(spelled(part), [], part);
  });

  test('are rows of folded words, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (typed) => {
        for (const word of otherSpellings(typed).flat()) assert.match(word, /^[\p{L}\p{N}\p{M}]+$/u);
        for (const word of indexedWords(typed)) assert.match(word, /^([\p{L}\p{N}\p{M}]+|¶)$/u);
      }),
    );
  });
});
