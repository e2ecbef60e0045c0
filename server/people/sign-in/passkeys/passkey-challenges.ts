import { randomBytes } from 'node:crypto';
import type { PasskeyChallenge } from '#contract/passkeys.ts';
import { type Actor, Failure, keyedHash, MINUTE, type Secrets, shifted, type Work } from '#platform';
import { type EffectiveSettings, type PermitSignIn, removeSetting, storedSetting } from '#settings';
import { SignInStepStore } from '../../code-store.ts';
import { SessionStore } from '../../session-store.ts';
import { type NewSession, openSession, type StartedSession } from '../../sessions/sessions.ts';
import { needsPasskey, passkeyHost } from '../../sign-in-strength.ts';
import type { StoredUser } from '../../users/user-store.ts';
import { PasskeyStore } from './passkey-store.ts';
import { authenticationOptions, type RelyingParty } from './web-authn.ts';

/** For how long a challenge can be answered, in milliseconds. */
const CHALLENGE_MS = 5 * MINUTE;

/** The use of a challenge: to sign in by itself, to sign in after a first step, or to register a passkey. */
export type ChallengeKind = 'passkey' | 'second step' | 'registration';

/** A challenge that waits for its answer. */
export interface KeptChallenge {
  readonly kind: ChallengeKind;
  readonly challenge: string;
  readonly userId: string | null;
  /** Facts of the first step for the session. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** Where passkeys are bound. @throws Failure `not_found` while `app_url` has no host name. */
export function relyingParty({ app_url, app_name }: EffectiveSettings): RelyingParty {
  const id = passkeyHost(app_url);
  if (id === null) throw new Failure('not_found', { message: 'Passkeys need an app_url with the name of a host.' });
  return { id, origin: new URL(app_url).origin, name: app_name };
}

const stepId = (secrets: Secrets, id: string) => keyedHash(secrets, `challenge|${id}`);

/** Keeps a challenge. @returns what the browser gets. */
export async function keepChallenge(
  work: Work<Actor>,
  secrets: Secrets,
  options: PasskeyChallenge['options'] & { readonly challenge: string },
  { kind, userId, rest = {} }: { kind: ChallengeKind; userId: string | null; rest?: KeptChallenge['rest'] },
): Promise<PasskeyChallenge> {
  const challenge_id = randomBytes(24).toString('base64url');
  await work.of(SignInStepStore).add({
    id: stepId(secrets, challenge_id),
    kind,
    user_id: userId,
    content: JSON.stringify({ challenge: options.challenge, rest }),
    expires_at: shifted(work.now, CHALLENGE_MS),
  });
  return { challenge_id, options };
}

/** A challenge of one of these kinds that can still be answered; null when there is none. */
export async function findChallenge(
  work: Work<Actor>,
  secrets: Secrets,
  id: string,
  kinds: readonly ChallengeKind[],
): Promise<KeptChallenge | null> {
  const step = await work.of(SignInStepStore).find(stepId(secrets, id), work.now);
  const kind = kinds.find((name) => name === step?.kind);
  if (step === null || kind === undefined) return null;
  const { challenge, rest } = JSON.parse(step.content) as Pick<KeptChallenge, 'challenge' | 'rest'>;
  return { kind, challenge, userId: step.user_id, rest };
}

/** Uses a challenge. @returns false when somebody else has just done so. */
export const consumeChallenge = (work: Work<Actor>, secrets: Secrets, id: string): Promise<boolean> =>
  work.of(SignInStepStore).use({ id: stepId(secrets, id) });

/** For how long somebody who has no passkey may make one, in milliseconds. */
const REGISTRATION_MS = 10 * MINUTE;

/** Facts of the first step for a session after the second one. */
export type FirstFactor = Pick<NewSession, 'method' | 'identity' | 'lifetimeMs'> & { readonly next?: string };

/** A first step that has to be followed by a passkey. */
export interface AskedForPasskey {
  readonly refusal: Failure;
}

interface Admission {
  readonly settings: EffectiveSettings;
  readonly secrets: Secrets;
  readonly session: NewSession;
  readonly next?: string;
}

/**
 * Gives somebody who has taken a first step a session, or asks for their passkey besides. Without one, the session is good
 * for making one alone. The caller throws the refusal once the transaction is durable.
 */
export async function admit(
  work: Work<null>,
  user: StoredUser,
  { settings, secrets, session, next }: Admission,
): Promise<StartedSession | AskedForPasskey> {
  if (!needsPasskey(settings, user)) return openSession(work, user, session);
  const passkeys = await work.of(PasskeyStore).ofUser({ user: user.id });
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

const UNPROVED = 'Have a developer sign in with the company account first, so that nobody is locked out.';

/**
 * Whether settings of sign-in may change so: codes are closed only once a developer has signed in with the company's
 * account, and the host to which passkeys are bound changes only on purpose (docs/rules/sign-in.md).
 *
 * @throws Failure `not_proved`, `passkeys_bound`.
 */
export const permitSignInChange: PermitSignIn = async (work, current, change, isConfirmed) => {
  if (current.require_passkey === 'nobody' && change.require_passkey === 'developers')
    await work.of(SessionStore).endWithoutPasskey(null, work.actor.credential.id, work.now);
  const changesOidc = Object.keys(change).some((name) => name.startsWith('oidc_'));
  if (changesOidc) await removeSetting(work, OIDC_PROVEN);
  const isClosing = change.code_sign_in !== undefined && change.code_sign_in !== 'everyone';
  if (isClosing && (await storedSetting(work, OIDC_PROVEN)) === undefined)
    throw new Failure('not_proved', { message: UNPROVED });
  if (change.app_url === undefined || isConfirmed) return;
  const [before, after] = [passkeyHost(current.app_url), passkeyHost(change.app_url)];
  if (before !== null && before !== after && (await work.of(PasskeyStore).count()) > 0)
    throw new Failure('passkeys_bound');
};

/** The row of the settings that remembers that the provider has let a developer in. */
export const OIDC_PROVEN = 'oidc_proven';
