import type { PasskeyAnswer, PasskeyChallenge, RecoveryAttempt, SignedInByPasskey } from '#contract/passkeys.ts';
import { recordPersonalEvent } from '#events';
import { domainOf, keyedHash, type RequestContext, type Runner, type Work } from '#platform';
import { type EffectiveSettings, readSettings } from '#settings';
import { UserStore } from '../../users/user-store.ts';
import type { Visitor } from '../authentication.ts';
import {
  atMost,
  clientHash,
  clientNetwork,
  countAttempt,
  refuseOverLimit,
  WINDOW_MS,
  wrongCodesBucket,
} from '../limits.ts';
import { finishSignIn, openSession, type StartedSession, type WrongCode } from '../sessions.ts';
import type { SignInParts } from '../sign-in-routes.ts';
import {
  consumeChallenge,
  type FirstFactor,
  findChallenge,
  type KeptChallenge,
  keepChallenge,
  relyingParty,
} from './passkey-challenges.ts';
import { hashOfRecoveryCode, PasskeyStore, RecoveryCodeStore, type StoredPasskey } from './passkey-store.ts';
import { answeredBy, authenticationOptions, credentialIdOf } from './web-authn.ts';

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
    const kept = await findChallenge(work, parts.secrets, challenge_id, ['passkey', 'second step']);
    if (kept === null || !(await consumeChallenge(work, parts.secrets, challenge_id))) return WRONG;
    const id = credentialIdOf(credential);
    const passkey = id === null ? undefined : await work.of(PasskeyStore).byCredential({ credential_id: id });
    if (passkey === undefined || passkey.suspended_at !== null) return WRONG;
    if (kept.userId !== null && kept.userId !== passkey.user_id) return WRONG;
    const answer = await answeredBy(relyingParty(settings), kept.challenge, credential, passkey);
    if (answer === null || !(await keepsCounting(work, passkey, answer))) return WRONG;
    return enterAs(work, parts, settings, { userId: passkey.user_id, kept, visitor });
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
  { userId, kept, visitor }: { readonly userId: string; readonly kept: KeptChallenge; readonly visitor: Visitor },
): Promise<(StartedSession & { readonly next?: string }) | WrongCode> {
  const user = await work.of(UserStore).find(userId);
  if (user === undefined || user.is_active === 0) return WRONG;
  if (!settings.allowed_domains.includes(domainOf(user.email))) return WRONG;
  await work.of(UserStore).change(user.id, { last_login: work.now });
  const { next, ...first }: FirstFactor = kept.kind === 'passkey' ? { method: 'passkey' } : kept.rest;
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
    const kept = await findChallenge(work, parts.secrets, challenge_id, ['second step']);
    if (kept === null || kept.userId === null) return WRONG;
    // What answers no challenge is no guess at anything.
    const wrong = atMost(MAX_WRONG, wrongCodesBucket(parts.secrets, visitor.client), WINDOW_MS);
    await refuseOverLimit(work, [wrong]);
    const hash = hashOfRecoveryCode(parts.secrets, kept.userId, code);
    if (!(await work.of(RecoveryCodeStore).use({ user_id: kept.userId, code_hash: hash }))) {
      await countAttempt(work, [wrong]);
      return WRONG;
    }
    if (!(await consumeChallenge(work, parts.secrets, challenge_id))) return WRONG;
    const settings = await readSettings(work, parts.source);
    return enterAs(work, parts, settings, { userId: kept.userId, kept, visitor });
  });
