import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { PasskeyChallenge } from '#contract/passkeys.ts';
import { type Actor, Failure, keyedHash, MINUTE, type Secrets, shifted, type Work } from '#platform';
import type { EffectiveSettings } from '#settings';
import { SignInStepStore } from '../step-store.ts';
import type { RelyingParty } from './web-authn.ts';

/** For how long a challenge can be answered, in milliseconds. */
const CHALLENGE_MS = 5 * MINUTE;

/** What a challenge is for: to sign in by itself, to sign in after a first step, or to register a passkey. */
export type ChallengeKind = 'passkey' | 'second step' | 'registration';

/** What is kept of a challenge until it is answered. */
export interface KeptChallenge {
  readonly kind: ChallengeKind;
  readonly challenge: string;
  readonly userId: string | null;
  /** What the first step has left for the session. */
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
  const kind = kinds.find((one) => one === step?.kind);
  if (step === null || kind === undefined) return null;
  const { challenge, rest } = JSON.parse(step.content) as Pick<KeptChallenge, 'challenge' | 'rest'>;
  return { kind, challenge, userId: step.user_id, rest };
}

/** Uses a challenge. @returns false when somebody else has just done so. */
export const consumeChallenge = (work: Work<Actor>, secrets: Secrets, id: string): Promise<boolean> =>
  work.of(SignInStepStore).use(stepId(secrets, id));

/** The host to which passkeys are bound; null where none can be, for an address of numbers is no name. */
export function passkeyHost(appUrl: string): string | null {
  const host = URL.parse(appUrl)?.hostname ?? '';
  return host === '' || host.startsWith('[') || isIP(host) !== 0 ? null : host;
}
