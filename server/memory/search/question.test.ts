import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { questionOf } from './question.ts';

/** `word*` goes on, `a_b` stand in a row, `7/7` is a word and a ticket's number. */
const read = (typed: string) =>
  questionOf(typed)
    .map(({ words, isPrefix, number }) => words.join('_') + (isPrefix ? '*' : '') + (number ? `/${number}` : ''))
    .join(' ');

describe('a question', () => {
  test('is all of its terms; the last one may go on, from two letters up', () => {
    assert.equal(read('Drukarka nie DZIAŁ'), 'drukarka nie dzial*');
    assert.equal(read('plan b'), 'plan b');
    assert.equal(read('  a  '), 'a');
    assert.equal(read('jam jam jam'), 'jam jam*');
  });

  test('has rows of words in quotes of any kind, and where signs join words', () => {
    assert.equal(read('"second page" jam'), 'second_page jam*');
    assert.equal(read('jam "second page"'), 'jam second_page');
    assert.equal(read('jam „druga strona”'), 'jam druga_strona');
    assert.equal(read('jam "second pag'), 'jam second_pag');
    assert.equal(read('e-mail user_id'), 'e_mail user_id*');
    assert.equal(read('a"b c"d'), 'a b_c d');
    for (const long of ['a.'.repeat(100), `"${'a '.repeat(100)}"`])
      assert.equal(read(long), Array(16).fill('a').join('_'));
  });

  test('knows the numbers of tickets', () => {
    assert.equal(read('#12'), '#12');
    assert.equal(read('12'), '12*/12');
    assert.equal(read('#12 12 jam'), '#12 12/12 jam*');
    assert.equal(read('012'), '012*');
    assert.equal(read('"12"'), '12');
    assert.equal(read('#012'), '012*');
    assert.equal(read('12345678901234567'), '12345678901234567*');
  });

  test('is empty without a letter or a digit', () => {
    for (const typed of ['', '  ', '"', '""', '#', '*', '😀 — ¶', '" " "']) assert.deepEqual(questionOf(typed), []);
  });

  test('never has a sign in its words, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (typed) => {
        for (const { words } of questionOf(typed))
          assert.match(words.join(' '), /^(#[1-9]\d{0,15}|[\p{L}\p{N}\p{M}]+( [\p{L}\p{N}\p{M}]+)*)$/u);
      }),
    );
  });
});
