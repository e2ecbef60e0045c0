import { timingSafeEqual } from 'node:crypto';
import type { CodeAttempt, SignedIn } from '#contract/sign-in.ts';
import type { Language } from '#contract/users.ts';
import { Failure, type RequestContext, type Runner, type Work } from '#platform';
import type { ClientKind } from '#records';
import { type EffectiveSettings, readSettings, recordAudit } from '#settings';
import { addressOf, nameFrom, permitDomain } from '../users/addresses.ts';
import { type StoredUser, UserStore } from '../users/user-store.ts';
import { addUser, viewUser } from '../users/users.ts';
import { CodeStore } from './code-store.ts';
import {
  atMost,
  clientHash,
  countAttempt,
  kindOfClient,
  refuseOverLimit,
  WINDOW_MS,
  wrongCodesBucket,
} from './limits.ts';
import { codeHash } from './request-code.ts';
import { SessionStore } from './session-store.ts';
import type { SignInParts } from './sign-in-routes.ts';
import type { Tokens } from './tokens.ts';

interface NewSession {
  readonly tokens: Tokens;
  readonly settings: EffectiveSettings;
  /** The address whose owner has proven to be it. */
  readonly email: string;
  /** The language in which the code was mailed. */
  readonly language: Language;
  /** Keyed hash of the client's address. */
  readonly client: string;
  /** The header User-Agent. */
  readonly userAgent: string | null;
}

export interface StartedSession extends SignedIn {
  readonly sessionId: string;
}

/**
 * Gives the owner of an address a session and its token. The first session makes the user. An address on
 * `developer_emails` makes its owner a developer; signing in demotes nobody (docs/rules/sign-in.md#developers-by-address).
 */
export async function startSession(
  work: Work<null>,
  { tokens, client, userAgent, ...owner }: NewSession,
): Promise<StartedSession> {
  const user = await userFor(work, owner);
  const sessionId = work.newId();
  const expires_at = tokens.endOf(work.now);
  await work
    .of(SessionStore)
    .add({ id: sessionId, user_id: user.id, user_agent: userAgent, created_at: work.now, expires_at });
  await work.of(SessionStore).rememberClient(user.id, client, work.now);
  // A session has one token, so that one id serves both.
  const named = { userId: user.id, sessionId, tokenId: sessionId };
  return { sessionId, token: tokens.issue({ ...named, now: Date.parse(work.now) }), user: viewUser(user) };
}

type AddressOwner = Pick<NewSession, 'settings' | 'email' | 'language'>;

async function userFor(work: Work<null>, { settings, email, language }: AddressOwner): Promise<StoredUser> {
  await work.lock(`sign-in ${email}`);
  const known = await work.of(UserStore).byEmail(email);
  const listed = settings.developer_emails.includes(email);
  if (known === undefined)
    return addUser(work, {
      email,
      name: nameFrom(email),
      role: listed ? 'developer' : 'user',
      language,
      last_login: work.now,
    });
  const change = {
    last_login: work.now,
    // Who was invited gets the language of the first sign-in, as everybody.
    ...(known.last_login === null ? { language } : {}),
    ...(listed ? { role: 'developer' as const } : {}),
  };
  await work.of(UserStore).change(known.id, change);
  if (listed && known.role === 'user')
    await recordAudit(work, 'user.role_changed', known.id, { old_role: 'user', new_role: 'developer' });
  return { ...known, ...change };
}

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
  const owner = await work.of(UserStore).byEmail(email);
  const userId = owner?.id ?? null;
  // To those who are gone every code is a wrong one.
  if (code === null || owner?.is_active === 0) {
    await countAttempt(work, [wrongCodes]);
    return { started: null, userId };
  }
  const former = attempt.formerToken === null ? null : tokens.read(attempt.formerToken, Date.parse(work.now));
  if (former !== null) await work.of(SessionStore).revoke(former.sid, work.now);
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
  const valid = await work.of(CodeStore).countGuess(email, by, MAX_GUESSES, work.now);
  const [match] = valid.filter(({ code_hash }) => timingSafeEqual(Buffer.from(code_hash), Buffer.from(hash)));
  return match !== undefined && (await work.of(CodeStore).remove(email, hash)) ? match : null;
}
