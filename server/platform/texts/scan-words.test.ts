import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scanWords, wordKey, wordsOf } from './words.ts';

const letter = fc.constantFrom(...'aAbłŁóżß½²ªſĳµŉ19 -.\u00ad\u0301я');
const text = fc.oneof(fc.string({ unit: letter, maxLength: 60 }), fc.string({ unit: 'binary' }), fc.lorem());

test('a scan tells the words that begin as is asked or have a digit, as the text has them, and counts the others', () => {
  fc.assert(
    fc.property(text, fc.array(fc.stringMatching(/^[ablo19]{1,4}$/)), fc.boolean(), (written, beginnings, digits) => {
      const words = wordsOf(written);
      const isSought = (word: string) => beginnings.includes(word.slice(0, 4)) || (digits && /\d/.test(word));
      const reported: string[] = [];
      const passed = scanWords(written, { keys: new Set(beginnings.map(wordKey)), digits }, (word) =>
        reported.push(word),
      );
      assert.equal(reported.length + passed, words.length);
      assert.deepEqual(reported.filter(isSought), words.filter(isSought));
    }),
    { numRuns: 2000 },
  );
});

test('a scan makes no word that is not asked for', () => {
  const reported: string[] = [];
  const passed = scanWords('Łódź, kowalski i KOWAL', { keys: new Set([wordKey('kowa')]), digits: false }, (word) =>
    reported.push(word),
  );
  assert.deepEqual([passed, reported], [2, ['kowalski', 'kowal']]);
});
