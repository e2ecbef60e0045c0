import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSigner } from 'fast-jwt';
import { DAY, SECOND } from '#platform';
import { Tokens } from './tokens.ts';

const secret = 'a secret of at least thirty-two characters';
const tokens = new Tokens(secret, 7 * DAY);
const now = Date.parse('2026-11-21T03:44:00.000Z');
const named = { userId: 'user', sessionId: 'session', tokenId: 'token' };
const partOf = (token: string, part: number) =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString());
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a token', () => {
  test('says who, which session, since when and until when, and no role', () => {
    const token = tokens.issue({ ...named, now });
    const iat = now / SECOND;
    assert.deepEqual(partOf(token, 1), {
      iss: 'kwit',
      sub: 'user',
      sid: 'session',
      jti: 'token',
      iat,
      exp: iat + 604_800,
    });
    assert.equal(partOf(token, 0).alg, 'HS256');
  });

  test('is good until it ends, by the clock that is given', () => {
    const token = tokens.issue({ ...named, now });
    for (let times = 0; times < 2; times += 1) {
      assert.deepEqual(tokens.read(token, now + 7 * DAY - 1), { sub: 'user', sid: 'session', jti: 'token' });
      assert.equal(tokens.read(token, now + 7 * DAY), null);
    }
  });

  test('of another key, issuer, algorithm or shape is none', () => {
    const claims = { sub: 'user', sid: 'session', jti: 'token', exp: now / SECOND + 60 };
    const by = (options: object) => createSigner({ key: secret, ...options })(claims);
    const good = tokens.issue({ ...named, now });
    const [header = '', payload = '', signature = ''] = good.split('.');
    const theirs = { kty: 'oct', alg: 'HS256', k: Buffer.from('theirs').toString('base64url') };
    const ownKey = {
      alg: 'HS256' as const,
      jwk: theirs,
      jku: 'https://keys.example.com',
      x5u: 'https://keys.example.com',
      kid: '../../dev/null',
    };
    const wrong = [
      createSigner({ key: 'theirs', algorithm: 'HS256', iss: 'kwit', header: ownKey })(claims),
      new Tokens(`another ${secret}`, DAY).issue({ ...named, now }),
      by({ algorithm: 'HS256', iss: 'somebody' }),
      by({ algorithm: 'HS256' }),
      by({ algorithm: 'HS512', iss: 'kwit' }),
      `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
      `${header}.${encoded({ ...partOf(good, 1), sub: 'another' })}.${signature}`,
      createSigner({ key: secret, algorithm: 'HS256', iss: 'kwit' })({ sub: 'user', sid: 'session', jti: 'token' }),
      '',
      '.',
      'a.b.c',
      good.slice(0, -2),
    ];
    for (const token of wrong) assert.equal(tokens.read(token, now), null, token);
    assert.notEqual(tokens.read(good, now), null);
  });

  test('for one use is good for that use alone, and one for every use is not good for it', () => {
    const tickets = new Tokens(secret, DAY, 'stream');
    const [token, ticket] = [tokens, tickets].map((issuer) => issuer.issue({ ...named, now }));
    assert.notEqual(tickets.read(ticket ?? '', now), null);
    assert.equal(tokens.read(ticket ?? '', now), null);
    assert.equal(tickets.read(token ?? '', now), null);
    assert.equal(new Tokens(secret, DAY, 'other').read(ticket ?? '', now), null);
  });
});
