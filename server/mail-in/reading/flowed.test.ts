import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unflowed } from './flowed.ts';

const joined = (...lines: string[]) => unflowed(lines.join('\r\n'), false).split('\n');

test('a line that ends in a blank goes on, and a stuffed blank is no part of it', () => {
  assert.deepEqual(joined('It jams ', 'again.', ' From here', ''), ['It jams again.', 'From here', '']);
  assert.equal(unflowed('drukar \nka', true), 'drukarka');
});

test('an answer below a quotation begins anew, also below its empty lines', () => {
  assert.deepEqual(joined('> Is it the one ', 'It is.'), ['> Is it the one ', 'It is.']);
  assert.deepEqual(joined('> One?', '> ', 'Yes.', '>> Two? ', '> No.'), ['> One?', '> ', 'Yes.', '>> Two? ', '> No.']);
});

test('a line of a quotation goes on in one of its depth, however its marks are written', () => {
  assert.deepEqual(joined('> > Is it ', '>> the one?', '> No, ', '> it is not.'), [
    '> > Is it the one?',
    '> No, it is not.',
  ]);
});

test("a signature's line stands alone", () => {
  assert.deepEqual(joined('It jams ', '-- ', 'Ada'), ['It jams ', '-- ', 'Ada']);
  assert.deepEqual(joined('> -- ', '> Kwit'), ['> -- ', '> Kwit']);
});
