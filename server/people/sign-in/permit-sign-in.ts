import { Failure } from '#platform';
import { type PermitSignIn, removeSetting, storedSetting } from '#settings';
import { passkeyHost } from './passkeys/passkey-challenges.ts';
import { countPasskeys } from './passkeys/passkey-store.ts';

const UNPROVED = 'Have a developer sign in with the company account first, so that nobody is locked out.';

/**
 * Whether settings of sign-in may change so: codes are closed only once a developer has signed in with the company's
 * account, and the host to which passkeys are bound changes only on purpose (docs/rules/sign-in.md).
 *
 * @throws Failure `not_proved`, `passkeys_bound`.
 */
export const permitSignInChange: PermitSignIn = async (work, current, change, isConfirmed) => {
  const changesOidc = Object.keys(change).some((name) => name.startsWith('oidc_'));
  if (changesOidc) await removeSetting(work, OIDC_PROVEN);
  const isClosing = change.code_sign_in !== undefined && change.code_sign_in !== 'everyone';
  if (isClosing && (await storedSetting(work, OIDC_PROVEN)) === undefined)
    throw new Failure('not_proved', { message: UNPROVED });
  if (change.app_url === undefined || isConfirmed) return;
  const [before, after] = [passkeyHost(current.app_url), passkeyHost(change.app_url)];
  if (before !== null && before !== after && (await countPasskeys(work)) > 0) throw new Failure('passkeys_bound');
};

/** The row of the settings that remembers that the provider has let a developer in. */
export const OIDC_PROVEN = 'oidc_proven';
