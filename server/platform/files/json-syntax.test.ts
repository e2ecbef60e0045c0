import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isJson } from './sniff.ts';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('agrees with JSON.parse on what is JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, '\t'), (value, space) =>
      isJson(JSON.stringify(value, null, space)),
    ),
  );
});

test('agrees with JSON.parse on JSON with one character changed, and on scraps of it', () => {
  const scrap = fc.array(fc.constantFrom(...'{}[],:"\\u0041ab1-+.eE \n\t', 'true', 'null', '\u0001'), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(scrap, (parts) => isJson(parts.join('')) === parses(parts.join(''))),
    { numRuns: 20_000 },
  );
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), fc.constantFrom(...'{}[],:"\\ 0-'), (value, place, character) => {
      const text = JSON.stringify(value);
      const at = place % text.length;
      const changed = text.slice(0, at) + character + text.slice(at + 1);
      return isJson(changed) === parses(changed);
    }),
    { numRuns: 5000 },
  );
});

test('refuses what is nested without end', () => {
  assert.equal(isJson('['.repeat(10_000) + ']'.repeat(10_000)), true);
  assert.equal(isJson('['.repeat(10_001) + ']'.repeat(10_001)), false);
  assert.equal(isJson('['.repeat(5_000_000)), false);
});

test('20 MB of brackets cost little memory', () => {
  const text = `[${'[],'.repeat(7_000_000)}0]`;
  const before = process.memoryUsage().rss;
  assert.equal(isJson(text), true);
  assert.ok(process.memoryUsage().rss - before < 50_000_000);
});
