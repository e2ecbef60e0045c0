import { isIP } from 'node:net';
import type { FailureCode } from '#contract/errors.ts';
import { Failure, MINUTE, type Work } from '#platform';
import type { EffectiveSettings } from '#settings';
import { SessionStore } from './session-store.ts';
import type { StoredUser } from './users/user-store.ts';

/** For how long after a sign-in is done what decides who gets in, in milliseconds. */
const RECENT_MS = 5 * MINUTE;

/** @throws Failure with this code when the caller has not signed in within the last 5 minutes. */
export async function requireRecentSignIn(
  work: Work,
  code: Extract<FailureCode, 'sign_in_again' | 'recent_sign_in_needed'>,
): Promise<void> {
  const session = await work.of(SessionStore).personOf({ id: work.actor.credential.id });
  const since = Date.parse(work.now) - Date.parse(session?.created_at ?? '');
  if (!(since <= RECENT_MS)) throw new Failure(code);
}

/** The host to which passkeys are bound; null where none can be, for an address of numbers is no name. */
export function passkeyHost(appUrl: string): string | null {
  const host = URL.parse(appUrl)?.hostname ?? '';
  return host === '' || host.startsWith('[') || isIP(host) !== 0 ? null : host;
}

/** Whether a passkey is required of this person besides (docs/rules/sign-in.md#passkeys-that-are-required). */
export const needsPasskey = ({ require_passkey, app_url }: EffectiveSettings, { role }: Pick<StoredUser, 'role'>) =>
  require_passkey === 'developers' && role === 'developer' && passkeyHost(app_url) !== null;
