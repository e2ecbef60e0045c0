import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isTokenText, tokenText } from './api-tokens.ts';

describe('the text of a token', () => {
  test('is the same for the same bytes in every implementation', () => {
    const token = tokenText(Buffer.alloc(32, 7));
    assert.equal(token, 'kwit_pat_1fJjkkpe9PiTw9KSulA8Ghct30vZz4HpdQ5c5b9cPF11JKbdl');
    assert.equal(tokenText(Buffer.alloc(32, 0)).length, 58);
    assert.equal(tokenText(Buffer.alloc(32, 255)).length, 58);
  });

  test('is known by its checksum, and any one letter that is mistyped is noticed', () => {
    const letter = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
    const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const place = fc.integer({ min: 'kwit_pat_'.length, max: 57 });
    const mistyped = fc.property(secret, place, letter, (bytes, at, other) => {
      const token = tokenText(Buffer.from(bytes));
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      return isTokenText(token) && isTokenText(changed) === (changed === token);
    });
    fc.assert(mistyped);
  });

  test('is not what begins otherwise, or is longer or shorter', () => {
    const token = tokenText(randomBytes(32));
    for (const text of ['', token.slice(1), token.slice(0, -1), `${token}0`, token.replace('pat', 'svc'), `${token}\n`])
      assert.equal(isTokenText(text), false, text);
  });
});
