import assert from 'node:assert/strict';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
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

const TAG_BYTES = 16;

/** The seal of another program with this key, by the algorithm that is named. */
function sealedBy(algorithm: 'aes-256-gcm' | 'chacha20-poly1305', secret: string, destination: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  // The types know GCM and ChaCha20-Poly1305 apart; both take the same calls.
  const cipher = createCipheriv(algorithm as 'aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(destination));
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

test('it is AES-256-GCM, and nothing that another algorithm sealed opens', () => {
  assert.equal(open(key, sealedBy('aes-256-gcm', 'hunter2', 'a'), 'a'), 'hunter2');
  assert.equal(open(key, sealedBy('chacha20-poly1305', 'hunter2', 'a'), 'a'), null);
  const bytes = Buffer.from(seal(key, 'hunter2', 'a'), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from('a')).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  assert.equal(Buffer.concat([decipher.update(body), decipher.final()]).toString(), 'hunter2');
});
