import { Failure, MINUTE, type Secrets, type Work } from '#platform';
import type { EffectiveSettings } from '#settings';
import type { StoredUser } from '../../users/user-store.ts';
import { type NewSession, openSession, type StartedSession } from '../open-session.ts';
import { keepChallenge, passkeyHost, relyingParty } from './passkey-challenges.ts';
import { PasskeyStore } from './passkey-store.ts';
import { authenticationOptions } from './web-authn.ts';

/** For how long somebody who has no passkey may make one, in milliseconds. */
const REGISTRATION_MS = 10 * MINUTE;

/** What a session after the second step needs from the first one. */
export type FirstFactor = Pick<NewSession, 'method' | 'identity' | 'lifetimeMs'> & { readonly next?: string };

/** A first step that has to be followed by a passkey. */
export interface AskedForPasskey {
  readonly refusal: Failure;
}

interface Admitted {
  readonly settings: EffectiveSettings;
  readonly secrets: Secrets;
  readonly session: NewSession;
  readonly next?: string;
}

/** Whether a passkey is required of this person besides (docs/rules/sign-in.md#passkeys-that-are-required). */
export const needsPasskey = ({ require_passkey, app_url }: EffectiveSettings, { role }: Pick<StoredUser, 'role'>) =>
  require_passkey === 'developers' && role === 'developer' && passkeyHost(app_url) !== null;

/**
 * Gives somebody who has taken a first step a session, or asks for their passkey besides. Without one, the session is good
 * for making one alone. The caller throws the refusal once the transaction is durable.
 */
export async function admit(
  work: Work<null>,
  user: StoredUser,
  { settings, secrets, session, next }: Admitted,
): Promise<StartedSession | AskedForPasskey> {
  if (!needsPasskey(settings, user)) return openSession(work, user, session);
  const passkeys = await work.of(PasskeyStore).ofUser(user.id);
  if (passkeys.length === 0)
    return openSession(work, user, { ...session, onlyRegisters: true, lifetimeMs: REGISTRATION_MS });
  const options = await authenticationOptions(relyingParty(settings), passkeys);
  const { method = 'code', identity, lifetimeMs } = session;
  const rest: FirstFactor = {
    method,
    ...(identity ? { identity } : {}),
    ...(lifetimeMs === undefined ? {} : { lifetimeMs }),
    ...(next === undefined ? {} : { next }),
  };
  const facts = await keepChallenge(work, secrets, options, {
    kind: 'second step',
    userId: user.id,
    rest: { ...rest },
  });
  return { refusal: new Failure('passkey_required', { facts }) };
}
