import type {
  NewPasskey,
  Passkey,
  PasskeyAnswer,
  PasskeyChallenge,
  RecoveryAttempt,
  RegisteredPasskey,
  SignedInByPasskey,
} from '#contract/passkeys.ts';
import { recordPersonalEvent } from '#events';
import { domainOf, Failure, keyedHash, pick, type RequestContext, type Runner, type Work } from '#platform';
import { type EffectiveSettings, readSettings, recordAudit } from '#settings';
import type { Visitor } from '../../sessions/authentication.ts';
import {
  atMost,
  clientHash,
  clientNetwork,
  countAttempt,
  refuseOverLimit,
  WINDOW_MS,
  wrongCodesBucket,
} from '../../sessions/limits.ts';
import { finishSignIn, openSession, type StartedSession, type WrongCode } from '../../sessions/sessions.ts';
import { needsPasskey, requireRecentSignIn } from '../../sign-in-strength.ts';
import { UserStore } from '../../users/user-store.ts';
import type { SignInParts } from '../sign-in-routes.ts';
import {
  consumeChallenge,
  type FirstFactor,
  findChallenge,
  type KeptChallenge,
  keepChallenge,
  relyingParty,
} from './passkey-challenges.ts';
import {
  hashOfRecoveryCode,
  makeRecoveryCodes,
  PasskeyStore,
  RecoveryCodeStore,
  type StoredPasskey,
} from './passkey-store.ts';
import {
  answeredBy,
  authenticationOptions,
  credentialIdOf,
  isOwnersAnswer,
  registeredKey,
  registrationOptions,
} from './web-authn.ts';

const MOST_PASSKEYS = 10;

type PasskeyParts = Pick<SignInParts, 'source' | 'secrets'>;
type Shown = Omit<Passkey, 'backed_up'> & { readonly backed_up: 0 | 1 | boolean };

const viewPasskey = ({ backed_up, ...passkey }: Shown): Passkey => ({
  ...pick(passkey, 'id', 'name', 'created_at', 'last_used_at', 'suspended_at'),
  backed_up: backed_up === 1 || backed_up === true,
});

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
  await requireRecentSignIn(work, 'sign_in_again');
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
  await requireRecentSignIn(work, 'sign_in_again');
  const userId = work.actor.id;
  const party = relyingParty(await readSettings(work, source));
  await work.lock(`passkeys ${userId}`);
  const pending = await findChallenge(work, secrets, challenge_id, ['registration']);
  if (pending === null || pending.userId !== userId) throw new Failure('invalid_or_expired_code');
  const key = await registeredKey(party, pending.challenge, credential);
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
  await recordPersonalEvent(work, userId, 'passkey.added', { passkey_id: passkey.id, name });
  const isFirst = held.length === 0;
  return {
    ...viewPasskey(passkey),
    ...(isFirst ? { recovery_codes: await makeRecoveryCodes(work, secrets, userId) } : {}),
  };
}

/** @throws Failure `passkey_not_found`, also for another person's. */
export async function renamePasskey(work: Work, id: string, name: string): Promise<Passkey> {
  const passkey = (await work.of(PasskeyStore).ofUser({ user: work.actor.id })).find((own) => own.id === id);
  if (passkey === undefined) throw new Failure('passkey_not_found');
  await work.of(PasskeyStore).change(id, { name });
  return viewPasskey({ ...passkey, name });
}

/**
 * Removes a passkey, and with the last one the recovery codes. Its owner is mailed.
 *
 * @throws Failure `passkey_not_found`; `recent_sign_in_needed` for the last one while it is required.
 */
export async function removePasskey(work: Work, { source }: PasskeyParts, id: string): Promise<void> {
  const userId = work.actor.id;
  await work.lock(`passkeys ${userId}`);
  const held = await work.of(PasskeyStore).ofUser({ user: userId });
  const passkey = held.find((own) => own.id === id);
  if (passkey === undefined) throw new Failure('passkey_not_found');
  const isLast = held.length === 1;
  if (isLast && needsPasskey(await readSettings(work, source), work.actor))
    await requireRecentSignIn(work, 'recent_sign_in_needed');
  await work.of(PasskeyStore).remove({ id, user_id: userId });
  if (isLast) await work.of(RecoveryCodeStore).replace(userId, [], work.now);
  await recordAudit(work, 'passkey.removed', id, { user_id: userId });
  await recordPersonalEvent(work, userId, 'passkey.removed', { passkey_id: id, name: passkey.name });
}

/**
 * POST /api/auth/passkeys/recovery-codes: new ones, in the place of all former ones.
 *
 * @throws Failure `sign_in_again`, `passkey_not_found` for whoever has no passkey.
 */
export async function renewRecoveryCodes(work: Work, { secrets }: PasskeyParts): Promise<string[]> {
  await requireRecentSignIn(work, 'sign_in_again');
  if ((await work.of(PasskeyStore).ofUser({ user: work.actor.id })).length === 0)
    throw new Failure('passkey_not_found');
  return makeRecoveryCodes(work, secrets, work.actor.id);
}

/** How many wrong recovery codes one client address may send within the window. */
const MAX_WRONG = 30;

/** POST /api/auth/passkeys/challenge. @throws Failure `not_found`, `too_many_requests`. */
export async function challengePasskey(
  work: Work<null>,
  { source, secrets, limits }: SignInParts,
  client: string,
): Promise<PasskeyChallenge> {
  const settings = await readSettings(work, source);
  const options = await authenticationOptions(relyingParty(settings), []);
  const bucket = keyedHash(secrets, `challenges|client|${clientNetwork(client)}`);
  const limit = atMost(limits.codeRequestsPerClient, bucket, WINDOW_MS);
  await refuseOverLimit(work, [limit]);
  await countAttempt(work, [limit]);
  return keepChallenge(work, secrets, options, { kind: 'passkey', userId: null });
}

/** Nobody is named: what is wrong answers no challenge of theirs. */
const WRONG = { isWrongFor: null };

/**
 * POST /api/auth/passkeys/verify: signs the owner of the passkey in that has answered a challenge.
 *
 * @throws Failure `invalid_or_expired_code`.
 */
export const verifyPasskey = (
  runner: Runner,
  context: RequestContext<null>,
  parts: SignInParts,
  { challenge_id, credential, ...visitor }: PasskeyAnswer & Visitor,
): Promise<SignedInByPasskey> =>
  finishSignIn(runner, context, parts.securityLog, visitor, async (work) => {
    const settings = await readSettings(work, parts.source);
    const pending = await findChallenge(work, parts.secrets, challenge_id, ['passkey', 'second step']);
    if (pending === null || !(await consumeChallenge(work, parts.secrets, challenge_id))) return WRONG;
    const id = credentialIdOf(credential);
    const passkey = id === null ? undefined : await work.of(PasskeyStore).byCredential({ credential_id: id });
    if (passkey === undefined || passkey.suspended_at !== null) return WRONG;
    if (pending.userId !== null && pending.userId !== passkey.user_id) return WRONG;
    if (!isOwnersAnswer(credential, passkey.user_id)) return WRONG;
    const answer = await answeredBy(relyingParty(settings), pending.challenge, credential, passkey);
    if (answer === null || !(await keepsCounting(work, passkey, answer))) return WRONG;
    return enterAs(work, parts, settings, { userId: passkey.user_id, pending, visitor });
  });

/** Whether the counter has gone on. One that goes back may be of a copy: the passkey is refused from then on. */
async function keepsCounting(
  work: Work<null>,
  { id, user_id, counter }: StoredPasskey,
  answer: { readonly counter: number; readonly backedUp: boolean },
): Promise<boolean> {
  const counts = answer.counter > 0 || counter > 0;
  if (counts && answer.counter <= counter) {
    await work.of(PasskeyStore).change(id, { suspended_at: work.now });
    await recordPersonalEvent(work, user_id, 'passkey.suspended', { passkey_id: id });
    return false;
  }
  const use = { counter: answer.counter, backed_up: answer.backedUp, last_used_at: work.now };
  await work.of(PasskeyStore).change(id, use);
  return true;
}

async function enterAs(
  work: Work<null>,
  { tokens, secrets }: SignInParts,
  settings: EffectiveSettings,
  { userId, pending, visitor }: { readonly userId: string; readonly pending: KeptChallenge; readonly visitor: Visitor },
): Promise<(StartedSession & { readonly next?: string }) | WrongCode> {
  const user = await work.of(UserStore).find(userId);
  if (user === undefined || user.is_active === 0) return WRONG;
  if (!settings.allowed_domains.includes(domainOf(user.email))) return WRONG;
  await work.of(UserStore).change(user.id, { last_login: work.now });
  const { next, ...first }: FirstFactor = pending.kind === 'passkey' ? { method: 'passkey' } : pending.rest;
  const session = { tokens, client: clientHash(secrets, visitor.client), userAgent: visitor.userAgent, ...first };
  const started = await openSession(work, { ...user, last_login: work.now }, session);
  return { ...started, ...(next === undefined ? {} : { next }) };
}

/**
 * POST /api/auth/passkeys/recover: after a first step, a recovery code stands for the passkey, once.
 *
 * @throws Failure `invalid_or_expired_code`, `too_many_requests`.
 */
export const recoverPasskey = (
  runner: Runner,
  context: RequestContext<null>,
  parts: SignInParts,
  { challenge_id, code, ...visitor }: RecoveryAttempt & Visitor,
): Promise<SignedInByPasskey> =>
  finishSignIn(runner, context, parts.securityLog, visitor, async (work) => {
    const pending = await findChallenge(work, parts.secrets, challenge_id, ['second step']);
    if (pending === null || pending.userId === null) return WRONG;
    // An answer to no challenge is no guess at anything.
    const wrong = atMost(MAX_WRONG, wrongCodesBucket(parts.secrets, visitor.client), WINDOW_MS);
    await refuseOverLimit(work, [wrong]);
    const hash = hashOfRecoveryCode(parts.secrets, pending.userId, code);
    if (!(await work.of(RecoveryCodeStore).use({ user_id: pending.userId, code_hash: hash }))) {
      await countAttempt(work, [wrong]);
      return WRONG;
    }
    if (!(await consumeChallenge(work, parts.secrets, challenge_id))) return WRONG;
    const settings = await readSettings(work, parts.source);
    return enterAs(work, parts, settings, { userId: pending.userId, pending, visitor });
  });
