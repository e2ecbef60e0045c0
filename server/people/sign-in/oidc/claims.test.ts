import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressIn, groupsIn, isVerified, joinedClaims, nameIn, shownClaims } from './claims.ts';
import { appPath } from './round-cookie.ts';

/** The claim as providers send it, and the groups; null where nothing may follow from it. */
const SHAPES: readonly (readonly [string, object, readonly string[] | null])[] = [
  ['a list', { groups: ['a', 'b'] }, ['a', 'b']],
  ['an empty list', { groups: [] }, []],
  ['a text', { groups: 'a' }, ['a']],
  ['a text with blanks and commas, which is one group', { groups: 'a b,c' }, ['a b,c']],
  ['an empty text', { groups: '' }, []],
  ['a list with other things in it', { groups: ['a', 7, null, { b: 1 }] }, ['a']],
  ['a list of objects', { groups: [{ name: 'a' }] }, null],
  ['an object', { groups: { a: true } }, null],
  ['a number', { groups: 7 }, null],
  ['null', { groups: null }, null],
  ['missing', {}, null],
  ['elsewhere, as Entra says it', { _claim_names: { groups: 'src1' }, _claim_sources: {} }, null],
  ['elsewhere, as Entra says it of implicit tokens', { hasgroups: true }, null],
  ['inherited by every object', { groups: undefined }, null],
];

test('the groups claim comes in many shapes, and what says nothing changes nothing', () => {
  for (const [shape, claims, groups] of SHAPES) {
    const read = groupsIn({ ...claims }, 'groups');
    assert.deepEqual(read.groups, groups, shape);
    assert.equal(read.problem === null, groups !== null, shape);
  }
  assert.deepEqual(groupsIn({ 'https://example.com/groups': ['a'] }, 'https://example.com/groups').groups, ['a']);
  assert.equal(groupsIn({}, 'constructor').groups, null);
});

test('an address has ASCII letters alone, so that none looks like another', () => {
  assert.equal(addressIn({ email: 'Ada@Example.COM' }), 'ada@example.com');
  for (const email of [
    'аda@example.com',
    '\u212Aarol@example.com',
    'ada@example.com ',
    'ada@exam\u200Bple.com',
    'ada@example.com\u0000',
    'ada',
    ['ada@example.com'],
    undefined,
  ])
    assert.equal(addressIn({ email }), null, String(email));
});

test('only true verifies an address', () => {
  assert.ok(isVerified({ email_verified: true }));
  for (const email_verified of ['true', 1, 'yes', false, null, undefined, {}])
    assert.ok(!isVerified({ email_verified }));
});

test('userinfo gives only what the ID token lacks, and verifies no address of the token', () => {
  const token = { sub: 'ada', email: 'dev@example.com' };
  const userinfo = { sub: 'ada', email: 'ada@example.com', email_verified: true, groups: ['a'] };
  assert.deepEqual(joinedClaims(token, userinfo), { ...token, groups: ['a'] });
  assert.equal(joinedClaims({ sub: 'ada' }, userinfo).email_verified, true);
  assert.equal(
    joinedClaims({ ...token, email_verified: false }, { ...userinfo, email: token.email }).email_verified,
    false,
  );
});

test('a name stands in one line', () => {
  assert.equal(nameIn({ name: ' Ada\n\u202E  Nowak ' }), 'Ada Nowak');
  assert.equal(nameIn({ name: '\u200B' }), null);
  assert.equal(nameIn({ name: 7 }), null);
});

test('claims are shown cut, in texts that every database keeps', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (claims) => {
      const text = JSON.stringify(shownClaims(claims));
      assert.doesNotMatch(text, /\\u0000|\\ud[89a-f]/i);
      for (const value of Object.values(shownClaims(claims)))
        if (typeof value === 'string') assert.ok([...value].length <= 100);
    }),
    { numRuns: 30 },
  );
});

const ANY_CLAIMS = fc.dictionary(
  fc.constantFrom('email', 'email_verified', 'name', 'groups', '_claim_names', 'hasgroups', '__proto__'),
  fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.emailAddress(), fc.array(fc.string()), fc.boolean()),
);

test('whatever a provider says is read, or says nothing: no claim of any shape is taken for another', () => {
  fc.assert(
    fc.property(ANY_CLAIMS, ANY_CLAIMS, (token, userinfo) => {
      const claims = joinedClaims(token, userinfo);
      const { groups, problem } = groupsIn(claims, 'groups');
      assert.equal(groups === null, problem !== null);
      for (const group of groups ?? []) assert.equal(typeof group, 'string');
      assert.match(addressIn(claims) ?? 'a@b', /^[\x21-\x7e]+@[\x21-\x7e]+$/);
      assert.doesNotMatch(nameIn(claims) ?? '', /[\p{Cc}\p{Cf}\n]/u);
      const saysSo = [token, userinfo].some(
        (source) => Object.hasOwn(source, 'email_verified') && source.email_verified === true,
      );
      assert.ok(!isVerified(claims) || saysSo);
    }),
    { numRuns: 300 },
  );
});

test('next is a path of the app, and anything else is the first page', () => {
  for (const path of ['/t/42', '/board?q=a#x', '/', '/my']) assert.equal(appPath(path), path);
  for (const elsewhere of [
    '//evil.example.net',
    '/\\evil.example.net',
    '\\\\evil.example.net',
    'https://evil.example.net',
    'javascript:alert(1)',
    '/..//evil.example.net',
    '/\t/evil.example.net',
    ' /t/42',
    '/api/auth/logout',
    '/login#code=a',
    'evil',
    '',
    undefined,
  ])
    assert.equal(appPath(elsewhere), '/', String(elsewhere));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl(),
        fc.string(),
        fc.string().map((text) => `/${text}`),
      ),
      (next) => {
        const url = new URL(appPath(next), 'https://kwit.example.com');
        assert.equal(url.origin, 'https://kwit.example.com');
      },
    ),
  );
});
