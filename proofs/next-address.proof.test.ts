/** Where the app goes after a sign-in: `?next=` of an address that somebody sent leads to no other site. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readNext } from '../web/src/address-search.ts';

const APP = 'https://kwit.example.com';

test('paths of the app are gone to', () => {
  for (const next of ['/', '/tickets/12', '/board?status=verified,waiting&assignee=me', '/?q=//elsewhere', '/a#b'])
    assert.deepEqual(readNext({ next }), { next });
});

test('what leads to another site, or to no page, is not', () => {
  const others = ['//elsewhere.example', '/\\elsewhere.example', '/\t/elsewhere.example', '/\n/elsewhere.example'];
  for (const next of [
    ...others,
    'https://elsewhere.example',
    'javascript:alert(1)',
    '\\\\elsewhere.example',
    'tickets',
    '',
  ])
    assert.deepEqual(readNext({ next }), {}, JSON.stringify(next));
  for (const next of [undefined, null, 12, ['/tickets'], { toString: () => '/tickets' }])
    assert.deepEqual(readNext({ next }), {});
});

test('whatever it is, a browser stays on the site', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '\t',
    '\n',
    '\r',
    ' ',
    '.',
    ':',
    '@',
    'https:',
    'elsewhere.example',
    '?',
    '#',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const { next } = readNext({ next: parts.join('') });
      if (next !== undefined) assert.equal(new URL(next, APP).origin, APP, JSON.stringify(next));
    }),
  );
});
