import type { Actor, Credential, Person } from './actor.ts';
import { Failure } from './failure.ts';
import { personIn } from './sign-in/person-in-session.ts';
import { personWithToken } from './tokens/person-with-token.ts';
import type { Work } from './work.ts';

/**
 * The person of a session or a token, as the database has both now. A write calls it in its own transaction
 * (docs/rules/sign-in.md#rights-at-the-moment-of-the-write).
 *
 * @throws Failure `unauthorized` when the session or the token is over.
 */
export async function personNow(work: Work<Actor>, { kind, id }: Credential): Promise<Person> {
  const at = Date.parse(work.now);
  const person =
    kind === 'token'
      ? personWithToken(await work.apiTokens.personOf(id), at)
      : personIn(await work.sessions.personOf(id), at, Number.POSITIVE_INFINITY);
  if (person === null) throw new Failure('unauthorized');
  return person;
}
