import type { Actor } from '../../actor.ts';
import { DAY, shifted } from '../../clock.ts';
import type { Secrets } from '../../config/secrets.ts';
import type { ClientKind } from '../../database/tables/people.ts';
import type { Work } from '../../work.ts';
import { clientHash } from './buckets.ts';

/** For how long a user who has signed in from a client knows it, in milliseconds (docs/rules/sign-in.md#code). */
export const KNOWN_CLIENT_MS = 90 * DAY;

/**
 * Tells whether the owner of an e-mail address has signed in from this client within 90 days. A stranger's clients are
 * unknown to them, so that a stranger cannot use up what Kwit counts for known clients apart.
 */
export async function kindOfClient(
  work: Work<Actor>,
  secrets: Secrets,
  email: string,
  client: string,
): Promise<ClientKind> {
  const since = shifted(work.now, -KNOWN_CLIENT_MS);
  return (await work.sessions.knowsClient(email, clientHash(secrets, client), since)) ? 'known' : 'unknown';
}
