import { randomUUID } from 'node:crypto';
import { createSigner } from 'fast-jwt';
import { streamTokensOf, Tokens } from '#people/serving';
import { DAY } from '#platform';
import type { Player } from '../../server/testing/cast.ts';
import type { App } from '../../server/testing/start-app.ts';

export type People = Awaited<ReturnType<App['cast']['all']>>;

const claimsOf = (token: string): Record<string, string> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** Makes credentials that Kwit must refuse. @returns values of the header `Authorization`, by what is wrong with each. */
export async function badCredentials(app: App): Promise<Record<string, string | null>> {
  const { jwtSecret } = app.secrets;
  const { token } = await app.cast.signsIn('bad@example.com');
  const claims = claimsOf(token ?? '');
  const [head, body, signature = ''] = (token ?? '').split('.');
  const named = { userId: claims.sub ?? '', sessionId: claims.sid ?? '', tokenId: claims.jti ?? '' };
  const now = app.clock.now();
  const otherSign = createSigner({ key: 'a secret that is not the one of this Kwit', algorithm: 'HS256' });
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const someone = new Tokens(jwtSecret, DAY).issue({ ...named, userId: randomUUID(), now });
  const bearers = {
    garbage: 'garbage',
    'three parts of garbage': 'a.b.c',
    'another signature': otherSign(claims),
    'a signature cut short': `${head}.${body}.${signature.slice(0, -2)}`,
    'another algorithm': createSigner({ key: jwtSecret, algorithm: 'HS512' })(claims),
    'no signature': `${head}.${body}.`,
    'alg none': `${none}.${body}.`,
    'alg none with a signature': `${none}.${body}.${signature}`,
    expired: new Tokens(jwtSecret, DAY).issue({ ...named, now: now - DAY }),
    'a session of another person': someone,
    'a session that never was': new Tokens(jwtSecret, DAY).issue({ ...named, sessionId: randomUUID(), now }),
    'a ticket for the stream': streamTokensOf(jwtSecret).issue({ ...named, now }),
    revoked: await revoked(app),
    'a session that has ended': await ended(app),
    'a user who is gone': await gone(app),
  };
  return {
    'no token': null,
    'bad: Basic': `Basic ${Buffer.from('ada@example.com:12345678').toString('base64')}`,
    'bad: a token without Bearer': token,
    ...Object.fromEntries(Object.entries(bearers).map(([name, bearer]) => [`bad: ${name}`, `Bearer ${bearer}`])),
  };
}

async function revoked(app: App): Promise<string | null> {
  const guest = await app.cast.guest();
  (await guest.post('/api/auth/logout')).is(204);
  return guest.token;
}

/** @returns a token that has not expired, of a session that has. */
async function ended(app: App): Promise<string | null> {
  const guest = await app.cast.guest();
  await change(app, `update sessions set expires_at = '2026-11-20T00:00:00.000Z' where user_id = '${guest.id}'`);
  return guest.token;
}

async function gone(app: App): Promise<string | null> {
  const guest: Player = await app.cast.guest();
  for (const table of ['sessions', 'known_clients'])
    await change(app, `delete from ${table} where user_id = '${guest.id}'`);
  await change(app, `delete from users where id = '${guest.id}'`);
  return guest.token;
}

const change = (app: App, sql: string) => app.database.write((connection) => connection.run({ sql, parameters: [] }));
