import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { RowOf } from '#records';

/** The library is loaded with the first use, so that who has no passkeys does not pay for it. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256, in both calls: on this Node the library would offer an experimental one besides. */
const ALGORITHMS = [-8, -7, -257];

/** To which host and pages passkeys are bound. */
export type RelyingParty = Readonly<Record<'id' | 'origin' | 'name', string>>;

/** The question to a browser. */
type Options = Record<string, unknown> & { readonly challenge: string };
type Held = Pick<RowOf<'passkeys'>, 'credential_id' | 'transports' | 'public_key'>;

const descriptor = ({ credential_id, transports }: Pick<Held, 'credential_id' | 'transports'>) => ({
  id: credential_id,
  transports: JSON.parse(transports) as AuthenticatorTransport[],
});

/** @param allowed the passkeys that may answer; none for whichever the person chooses. */
export async function authenticationOptions({ id }: RelyingParty, allowed: readonly Held[]): Promise<Options> {
  const { generateAuthenticationOptions } = await library();
  const allowCredentials = allowed.map(descriptor);
  return { ...(await generateAuthenticationOptions({ rpID: id, userVerification: 'required', allowCredentials })) };
}

export async function registrationOptions(
  { id, name }: RelyingParty,
  user: Pick<RowOf<'users'>, 'id' | 'email' | 'name'>,
  held: readonly Held[],
): Promise<Options> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: held.map(descriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

type Answer = Readonly<Record<string, unknown>>;

/** The id by which an answer names its passkey; null when it names none. */
export const credentialIdOf = ({ id }: Answer): string | null =>
  typeof id === 'string' && /^[A-Za-z0-9_-]{1,1400}$/.test(id) ? id : null;

/** Whether an answer names no owner of its passkey, or this one (Web Authentication § 7.2, step 6). */
export function isOwnersAnswer({ response }: Answer, userId: string): boolean {
  const handle = typeof response === 'object' && response !== null && 'userHandle' in response && response.userHandle;
  return !handle || handle === Buffer.from(userId).toString('base64url');
}

/** The key that an authenticator has registered; null when the answer cannot be trusted. */
export async function registeredKey(party: RelyingParty, challenge: string, answer: Answer) {
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    const { id, publicKey, counter, transports = [] } = credential;
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey).toString('base64'),
      counter,
      transports: JSON.stringify(transports.filter((name) => /^[a-z-]{1,20}$/.test(name)).slice(0, 10)),
      backed_up: credentialBackedUp,
    };
  } catch {
    return null;
  }
}

/** The counter that an authenticator tells with its answer, and whether the passkey is on other devices; null when the answer cannot be trusted. */
export async function answeredBy(party: RelyingParty, challenge: string, answer: Answer, held: Held) {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // A counter that goes back is no forgery, and is judged by whoever asks.
      credential: {
        ...descriptor(held),
        publicKey: new Uint8Array(Buffer.from(held.public_key, 'base64')),
        counter: 0,
      },
    });
    return verified
      ? { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
      : null;
  } catch {
    return null;
  }
}
