import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { open, seal } from './sealed.ts';

const key = randomBytes(32);
const NONCE_BYTES = 12;

test('whatever the secret and its destination, it opens for that destination and for no other', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(text, text, text, (secret, destination, other) => {
      const sealed = seal(key, secret, destination);
      assert.equal(open(key, sealed, destination), secret);
      if (other !== destination) assert.equal(open(key, sealed, other), null);
      assert.equal(open(randomBytes(32), sealed, destination), null);
    }),
  );
});

test('no two seals share a nonce, and nothing shows that two secrets are equal', () => {
  const sealed = Array.from({ length: 1000 }, () => Buffer.from(seal(key, 'hunter2', 'a'), 'base64'));
  const distinct = (parts: Buffer[]) => new Set(parts.map((part) => part.toString('hex'))).size;
  assert.equal(distinct(sealed.map((bytes) => bytes.subarray(0, NONCE_BYTES))), 1000);
  assert.equal(distinct(sealed.map((bytes) => bytes.subarray(NONCE_BYTES))), 1000);
});

test('what is damaged, cut short or no seal at all opens to nothing', () => {
  const sealed = Buffer.from(seal(key, 'hunter2', 'a'), 'base64');
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const damaged = Buffer.from(sealed);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.equal(open(key, damaged.toString('base64'), 'a'), null, `bit ${bit}`);
  }
  for (let length = 0; length < sealed.length; length += 1)
    assert.equal(open(key, sealed.subarray(0, length).toString('base64'), 'a'), null, `${length} bytes`);
  assert.equal(open(key, 'no base64 at all', 'a'), null);
});
