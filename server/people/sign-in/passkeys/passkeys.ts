import type { NewPasskey, Passkey, PasskeyChallenge, RegisteredPasskey } from '#contract/passkeys.ts';
import { Failure, MINUTE, pick, type Work } from '#platform';
import { readSettings, recordAudit } from '#settings';
import { SessionStore } from '../session-store.ts';
import type { SignInParts } from '../sign-in-routes.ts';
import { consumeChallenge, findChallenge, keepChallenge, relyingParty } from './passkey-challenges.ts';
import { makeRecoveryCodes, PasskeyStore, RecoveryCodeStore } from './passkey-store.ts';
import { registeredKey, registrationOptions } from './web-authn.ts';

/** How many passkeys a person may have. */
const MOST_PASSKEYS = 10;
/** For how long after a sign-in a passkey can be made, in milliseconds. */
const RECENT_MS = 5 * MINUTE;

type PasskeyParts = Pick<SignInParts, 'source' | 'secrets'>;
type Shown = Omit<Passkey, 'backed_up'> & { readonly backed_up: 0 | 1 | boolean };

const viewPasskey = ({ backed_up, ...passkey }: Shown): Passkey => ({
  ...pick(passkey, 'id', 'name', 'created_at', 'last_used_at', 'suspended_at'),
  backed_up: backed_up === 1 || backed_up === true,
});

/** @throws Failure `sign_in_again` when the caller has not signed in within the last 5 minutes. */
async function refuseOldSession(work: Work): Promise<void> {
  const session = await work.of(SessionStore).personOf({ id: work.actor.credential.id });
  const since = Date.parse(work.now) - Date.parse(session?.created_at ?? '');
  if (!(since <= RECENT_MS)) throw new Failure('sign_in_again');
}

/** GET /api/auth/passkeys: the caller's own, oldest first. */
export async function listPasskeys(work: Work): Promise<Passkey[]> {
  return (await work.of(PasskeyStore).ofUser({ user: work.actor.id })).map(viewPasskey);
}

/**
 * POST /api/auth/passkeys/register/options.
 *
 * @throws Failure `sign_in_again`, `limit_reached`, `not_found` while there can be no passkeys.
 */
export async function beginRegistration(work: Work, { source, secrets }: PasskeyParts): Promise<PasskeyChallenge> {
  await refuseOldSession(work);
  const party = relyingParty(await readSettings(work, source));
  const held = await work.of(PasskeyStore).ofUser({ user: work.actor.id });
  if (held.length >= MOST_PASSKEYS) throw new Failure('limit_reached');
  const options = await registrationOptions(party, work.actor, held);
  return keepChallenge(work, secrets, options, { kind: 'registration', userId: work.actor.id });
}

/**
 * POST /api/auth/passkeys/register. The first passkey comes with recovery codes.
 *
 * @throws Failure `sign_in_again`, `invalid_or_expired_code`, `passkey_exists`, `limit_reached`.
 */
export async function registerPasskey(
  work: Work,
  { source, secrets }: PasskeyParts,
  { challenge_id, credential, name }: NewPasskey,
): Promise<RegisteredPasskey> {
  await refuseOldSession(work);
  const userId = work.actor.id;
  const party = relyingParty(await readSettings(work, source));
  await work.lock(`passkeys ${userId}`);
  const kept = await findChallenge(work, secrets, challenge_id, ['registration']);
  if (kept === null || kept.userId !== userId) throw new Failure('invalid_or_expired_code');
  const key = await registeredKey(party, kept.challenge, credential);
  if (key === null || !(await consumeChallenge(work, secrets, challenge_id)))
    throw new Failure('invalid_or_expired_code');
  if ((await work.of(PasskeyStore).byCredential({ credential_id: key.credential_id })) !== undefined)
    throw new Failure('passkey_exists');
  const held = await work.of(PasskeyStore).ofUser({ user: userId });
  if (held.length >= MOST_PASSKEYS) throw new Failure('limit_reached');
  const times = { created_at: work.now, last_used_at: null, suspended_at: null };
  const passkey = { id: work.newId(), user_id: userId, name, ...key, ...times };
  await work.of(PasskeyStore).add(passkey);
  await recordAudit(work, 'passkey.added', passkey.id, { user_id: userId });
  const isFirst = held.length === 0;
  return {
    ...viewPasskey(passkey),
    ...(isFirst ? { recovery_codes: await makeRecoveryCodes(work, secrets, userId) } : {}),
  };
}

/** @throws Failure `passkey_not_found`, also for another person's. */
export async function renamePasskey(work: Work, id: string, name: string): Promise<Passkey> {
  const passkey = (await work.of(PasskeyStore).ofUser({ user: work.actor.id })).find((one) => one.id === id);
  if (passkey === undefined) throw new Failure('passkey_not_found');
  await work.of(PasskeyStore).change(id, { name });
  return viewPasskey({ ...passkey, name });
}

/** Removes a passkey, and with the last one the recovery codes. @throws Failure `passkey_not_found`. */
export async function removePasskey(work: Work, id: string): Promise<void> {
  const userId = work.actor.id;
  await work.lock(`passkeys ${userId}`);
  if (!(await work.of(PasskeyStore).remove({ id, user_id: userId }))) throw new Failure('passkey_not_found');
  if ((await work.of(PasskeyStore).ofUser({ user: userId })).length === 0)
    await work.of(RecoveryCodeStore).replace(userId, [], work.now);
  await recordAudit(work, 'passkey.removed', id, { user_id: userId });
}

/**
 * POST /api/auth/passkeys/recovery-codes: new ones, in the place of all former ones.
 *
 * @throws Failure `sign_in_again`, `passkey_not_found` for who has no passkey.
 */
export async function renewRecoveryCodes(work: Work, { secrets }: PasskeyParts): Promise<string[]> {
  await refuseOldSession(work);
  if ((await work.of(PasskeyStore).ofUser({ user: work.actor.id })).length === 0)
    throw new Failure('passkey_not_found');
  return makeRecoveryCodes(work, secrets, work.actor.id);
}
