import type { PasskeyChallenge, SignedInByPasskey } from '../../../contract/passkeys.ts';
import type { SignInMethods } from '../../../contract/sign-in.ts';
import { KwitError, write } from './client.ts';
import { readQuery } from './queries.ts';

export type { PasskeyChallenge, SignedInByPasskey, SignInMethods };

export const methodsQuery = readQuery(['methods'], '/auth/methods');

/** Redeems what stands behind `/login#code=`. */
export const redeemSignIn = (code: string) => write('POST', '/auth/oidc/redeem', { json: { code } });

/** Whether this browser knows passkeys: an older one has no form of them as JSON. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** The challenge that a refusal `passkey_required` brings; undefined for another error. */
export function challengeOf(error: unknown): PasskeyChallenge | undefined {
  if (!(error instanceof KwitError) || error.code !== 'passkey_required') return undefined;
  const { challenge_id, options } = (error.body ?? {}) as Partial<PasskeyChallenge>;
  return challenge_id && options ? { challenge_id, options } : undefined;
}
