import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PartCount } from './received-files.ts';

const TYPE = 'multipart/form-data; boundary=b';
const FORM = Buffer.from('preamble\r\n--b\r\nx: y\r\n\r\none\r\n-\r\n--b\r\n\r\ntwo --b\r\n--b--\r\n--b\r\nepilogue');

function countOf(type: string, chunks: readonly Buffer[]): number {
  const count = new PartCount(type);
  for (const chunk of chunks) count.take(chunk);
  return count.parts;
}

test('parts are counted up to the end of the form, wherever its bytes are cut', () => {
  const cuts = fc.array(fc.nat(FORM.length), { maxLength: 20 });
  fc.assert(
    fc.property(cuts, (places) => {
      const at = [0, ...places.toSorted((a, b) => a - b), FORM.length];
      const chunks = at.slice(1).map((end, n) => FORM.subarray(at[n], end));
      assert.equal(countOf(TYPE, chunks), 2);
    }),
  );
  assert.equal(
    countOf(
      TYPE,
      [...FORM].map((byte) => Buffer.from([byte])),
    ),
    2,
  );
});

test('the boundary is read as it is named', () => {
  for (const type of ['multipart/form-data; Boundary="b"', 'multipart/form-data; charset=utf-8; boundary=b; x=y'])
    assert.equal(countOf(type, [FORM]), 2);
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'text/plain'])
    assert.equal(countOf(type, [FORM]), 0);
  assert.equal(countOf(TYPE, [Buffer.from('--b\r\n\r\n')]), 1);
});
