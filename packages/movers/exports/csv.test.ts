import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { csvLine, guarded, unguarded } from './csv.ts';

describe('a line of a table', () => {
  test('quotes what would end a cell or a line', () => {
    assert.equal(
      csvLine(['a', 1, null, 'x,y', 'say "no"', 'two\nlines', ' x'], ',', true),
      'a,1,,"x,y","say ""no""","two\nlines"," x"\r\n',
    );
    assert.equal(csvLine(['x,y', 'x;y'], ';', true), 'x,y;"x;y"\r\n');
  });

  test('has no text that a spreadsheet takes for a formula, unless it is asked for raw', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', "'=", "''@"])
      assert.equal(guarded(`${start}1`), `'${start}1`);
    for (const text of ['', "'", "it's", '1=1', 'a-b']) assert.equal(guarded(text), text);
    assert.equal(csvLine(['=1', -1], ',', true), "'=1,-1\r\n");
    assert.equal(csvLine(['=1'], ',', false), '=1\r\n');
  });

  test('gives every text back', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom("'", '=', '-', '@', '＝', '\t', '\n'), fc.string({ minLength: 1, maxLength: 1 })),
    });
    fc.assert(fc.property(text, (written) => assert.equal(unguarded(guarded(written)), written)));
  });
});
