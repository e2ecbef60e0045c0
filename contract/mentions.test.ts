import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { mentionReader } from './mentions.ts';

const read = mentionReader('https://kwit.example.com');

describe('mentions in a message', () => {
  test('are kwit#42, kwit-42 in any case, and the address of a ticket here', () => {
    for (const text of [
      'kwit#42',
      'KWIT-42',
      'Kwit#42.',
      'Fixes kwit-42, and more',
      '(kwit#42)',
      'see https://kwit.example.com/t/42',
      '<https://KWIT.example.com/t/42>',
      'https://kwit.example.com/t/42/edit',
      'Trim it\n\nbody\n\nFixes: kwit#42\nSigned-off-by: Ada',
      '> kwit#42',
      '```\nkwit#42\n```',
      'kwit-42-trim-the-note',
    ])
      assert.deepEqual(read(text), [42], text);
  });

  test('are no other words, numbers or hosts', () => {
    for (const text of [
      '#42',
      'kwit 42',
      'kwit#042',
      'kwit#0',
      'kwit#42a',
      'kwit#42_',
      'kwit#42ż',
      'xkwit#42',
      'żkwit#42',
      '_kwit-42',
      '-kwit-42',
      'org/kwit#42',
      'feature/kwit-42',
      'kwit##42',
      'kwit--42',
      '\u212Awit#42',
      'https://other.example.com/t/42',
      'https://kwit.example.com/t/042',
      'https://kwit.example.com/t/42a',
      'https://kwit.example.com/tickets/42',
      'https://kwitxexample.com/t/42',
      'kwit#99999999999999999999',
    ])
      assert.deepEqual(read(text), [], text);
    assert.deepEqual(mentionReader('')('/t/42 https://kwit.example.com/t/42'), []);
  });

  test('count in their order, each once, the first 50', () => {
    const numbers = Array.from({ length: 60 }, (_, index) => 60 - index);
    assert.deepEqual(read(numbers.map((number) => `kwit#${number} kwit-${number}`).join(' ')), numbers.slice(0, 50));
  });

  test('are read wherever they stand between words', () => {
    const words = fc.stringMatching(/^[\p{L} .,()#\n]{0,20}$/u);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(words, fc.integer({ min: 1, max: 1e9 })), { maxLength: 8 }),
        words,
        (parts, end) => {
          const text = `${parts.map(([before, number]) => `${before} kwit#${number} `).join('')}${end}`;
          assert.deepEqual(read(text), [...new Set(parts.map(([, number]) => number))]);
        },
      ),
    );
  });

  test('of a long text are read at once', () => {
    assert.deepEqual(read(`${'kwit-'.repeat(200_000)}${'1'.repeat(1_000_000)}`), []);
  });
});
