import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stepsOf } from './search-steps.ts';

/** Each step with its words; `word*` goes on, `a_b` stand in a row, and `?` says that one may be missing. */
const read = (typed: string) =>
  stepsOf(typed).map(({ step, terms, mayLackOne }) => {
    const words = terms.map((term) => term.words.join('_') + (term.isPrefix ? '*' : ''));
    return `${step}: ${words.join(' ')}${mayLackOne ? ' ?' : ''}`;
  });

describe('the steps of a search', () => {
  test('are the words as typed, as beginnings, cut to two thirds, and all but one', () => {
    assert.deepEqual(read('drukarki offline'), [
      'exact: drukarki offline*',
      'prefix: drukarki* offline*',
      'beginnings: druka* offl*',
      'partial: druka* offl* ?',
    ]);
  });

  test('leave out what asks nothing new, as for one short word', () => {
    assert.deepEqual(read('vpn'), ['exact: vpn*']);
    assert.deepEqual(read('koszykiem'), ['exact: koszykiem*', 'beginnings: koszyk*']);
    assert.deepEqual(read('...'), []);
  });

  test('are the words as typed alone for a question of more than 16', () => {
    const words = Array.from({ length: 17 }, (_, index) => `a${'bcdefghijklmnopqr'[index]}`);
    assert.deepEqual(read(words.join(' ')), [`exact: ${words.join(' ')}*`]);
    assert.equal(read(words.slice(1).join(' ')).length, 3);
  });

  test('keep codes, numbers of tickets and words in quotes as they are', () => {
    assert.deepEqual(read('"second page" 0x80240034 #12'), [
      'exact: second_page 0x80240034 #12',
      'prefix: second_page 0x80240034* #12',
      'partial: second_page 0x80240034* #12 ?',
    ]);
  });
});
