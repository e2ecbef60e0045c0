import type { Passkey, PasskeyChallenge, RegisteredPasskey, SignedInByPasskey } from '../../../../contract/passkeys.ts';
import { write } from '../../backend/client.ts';
import { readQuery } from '../../backend/queries.ts';
import { refusalText } from '../../design/feedback.tsx';
import { t } from '../../texts/texts.ts';

export type { Passkey };

export const passkeysQuery = readQuery(['passkeys'], '/auth/passkeys');

/** The person closed the browser's window, or has no passkey for this address. */
class PasskeyCancelled extends Error {}

/** The message about a passkey that did not come, or was refused. */
export const passkeyProblem = (error: unknown): string =>
  error instanceof PasskeyCancelled ? t('waysIn.cancelled') : refusalText(error);

type Json = Record<string, unknown>;

async function fromBrowser(credential: Promise<Credential | null>): Promise<Json> {
  const credentialAnswer = await credential.catch((error: unknown) => {
    throw new PasskeyCancelled('The browser gave no passkey.', { cause: error });
  });
  if (!(credentialAnswer instanceof PublicKeyCredential)) throw new PasskeyCancelled('The browser gave no passkey.');
  return credentialAnswer.toJSON() as unknown as Json;
}

/**
 * Signs in with a passkey.
 *
 * @param challenge the one of a refusal; without it any passkey of this address signs its owner in.
 * @throws what `passkeyProblem` puts into words
 */
export async function signInByPasskey(challenge?: PasskeyChallenge): Promise<SignedInByPasskey> {
  const { challenge_id, options } = challenge ?? (await write('POST', '/auth/passkeys/challenge'));
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await fromBrowser(navigator.credentials.get({ publicKey }));
  return write('POST', '/auth/passkeys/verify', { json: { challenge_id, credential } });
}

export const signInByRecoveryCode = (challenge_id: string, code: string): Promise<SignedInByPasskey> =>
  write('POST', '/auth/passkeys/recover', { json: { challenge_id, code } });

/** Makes a passkey on this device, or on another one by the browser's window. @throws what `passkeyProblem` puts into words */
export async function makePasskey(name: string): Promise<RegisteredPasskey> {
  const { challenge_id, options } = await write('POST', '/auth/passkeys/register/options');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await fromBrowser(navigator.credentials.create({ publicKey }));
  return write('POST', '/auth/passkeys/register', { json: { challenge_id, credential, name } });
}

export const nameOwnPasskey = (id: string, name: string) => write('PATCH', `/auth/passkeys/${id}`, { json: { name } });
export const removeOwnPasskey = (id: string) => write('DELETE', `/auth/passkeys/${id}`);
export const requestRecoveryCodes = () => write('POST', '/auth/passkeys/recovery-codes');
