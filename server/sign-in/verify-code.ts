import { timingSafeEqual } from 'node:crypto';
import type { CodeAttempt, SignedIn } from '../../contract/sign-in.ts';
import type { Language } from '../../contract/users.ts';
import type { ClientKind } from '../database/tables/people.ts';
import { Failure } from '../failure.ts';
import { readSettings } from '../settings/effective-settings.ts';
import { addressOf, permitDomain } from '../users/address.ts';
import type { RequestContext, Runner, Work } from '../work.ts';
import { atMost, countAttempt, refuseOverLimit, WINDOW_MS } from './limits/attempts.ts';
import { clientHash, wrongCodesBucket } from './limits/buckets.ts';
import { kindOfClient } from './limits/known-client.ts';
import { codeHash } from './one-time-code.ts';
import type { SignInParts } from './sign-in-parts.ts';
import { type StartedSession, startSession } from './start-session.ts';

interface Attempt extends CodeAttempt {
  /** The client's address. */
  readonly client: string;
  readonly userAgent: string | null;
  /** The token with which the client was signed in before, unchecked. Its session ends. */
  readonly formerToken: string | null;
}

/** How many guesses one code allows one kind of client (docs/rules/sign-in.md#code). */
const MAX_GUESSES = 5;
/** How many wrong codes one client address may send within the window (docs/rules/sign-in.md#entering-a-code). */
const MAX_WRONG_CODES = 30;

/**
 * POST /api/auth/verify-otp: gives the caller who knows the code a session. It commits a wrong guess before it refuses it,
 * so that the guess counts.
 *
 * @throws Failure `domain_not_allowed`, `too_many_requests`, `invalid_or_expired_code`
 * (docs/rules/sign-in.md#entering-a-code).
 */
export async function verifyCode(
  runner: Runner,
  context: RequestContext<null>,
  parts: SignInParts,
  attempt: Attempt,
): Promise<SignedIn> {
  const { started, userId } = await runner.write(context, (work) => tryCode(work, parts, attempt));
  const request = { requestId: context.correlationId, clientAddress: attempt.client };
  if (started === null) {
    parts.securityLog.wrongCode(request, userId);
    throw new Failure('invalid_or_expired_code');
  }
  const { sessionId, token, user } = started;
  parts.securityLog.signedIn(request, { userId: user.id, sessionId });
  return { token, user };
}

interface Tried {
  /** null for a wrong code. */
  readonly started: StartedSession | null;
  /** Whose address it is; null when nobody has it yet. */
  readonly userId: string | null;
}

async function tryCode(work: Work<null>, { source, secrets, tokens }: SignInParts, attempt: Attempt): Promise<Tried> {
  const email = addressOf(attempt.email);
  const settings = await readSettings(work, source);
  permitDomain(settings, email);
  const wrongCodes = atMost(MAX_WRONG_CODES, wrongCodesBucket(secrets, attempt.client), WINDOW_MS);
  await refuseOverLimit(work, [wrongCodes]);
  const by = await kindOfClient(work, secrets, email, attempt.client);
  const code = await consumeCode(work, email, by, codeHash(secrets, email, attempt.code));
  const owner = await work.users.byEmail(email);
  const userId = owner?.id ?? null;
  // To those who are gone every code is a wrong one.
  if (code === null || owner?.is_active === 0) {
    await countAttempt(work, [wrongCodes]);
    return { started: null, userId };
  }
  const former = attempt.formerToken === null ? null : tokens.read(attempt.formerToken, Date.parse(work.now));
  if (former !== null) await work.sessions.revoke(former.sid, work.now);
  const started = await startSession(work, {
    tokens,
    settings,
    email,
    language: code.language,
    client: clientHash(secrets, attempt.client),
    userAgent: attempt.userAgent,
  });
  return { started, userId };
}

/**
 * Uses the code. It counts the guess before it compares, and compares with each valid code of the address, so that the time
 * does not tell which of them matched. @returns null when none did.
 */
async function consumeCode(
  work: Work<null>,
  email: string,
  by: ClientKind,
  hash: string,
): Promise<{ language: Language } | null> {
  const valid = await work.codes.countGuess(email, by, MAX_GUESSES, work.now);
  const [match] = valid.filter(({ code_hash }) => timingSafeEqual(Buffer.from(code_hash), Buffer.from(hash)));
  return match !== undefined && (await work.codes.remove(email, hash)) ? match : null;
}
