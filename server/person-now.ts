import type { Credential, Person } from './actor.ts';
import type { Instant } from './clock.ts';
import { Failure } from './failure.ts';
import { personIn } from './sign-in/person-in-session.ts';
import type { Stores } from './stores.ts';
import { personWithToken } from './tokens/person-with-token.ts';

/**
 * The person of a session or a token, as the database has both now. A write calls it in its own transaction
 * (docs/rules/sign-in.md#rights-at-the-moment-of-the-write).
 *
 * @throws Failure `unauthorized` when the session or the token is over.
 */
export async function personNow(
  { sessions, apiTokens }: Pick<Stores, 'sessions' | 'apiTokens'>,
  { kind, id }: Credential,
  now: Instant,
): Promise<Person> {
  const at = Date.parse(now);
  const person =
    kind === 'token'
      ? personWithToken(await apiTokens.personOf(id), at)
      : personIn(await sessions.personOf(id), at, Number.POSITIVE_INFINITY);
  if (person === null) throw new Failure('unauthorized');
  return person;
}
