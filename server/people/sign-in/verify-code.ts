import { timingSafeEqual } from 'node:crypto';
import type { CodeAttempt, SignedIn } from '#contract/sign-in.ts';
import type { Language } from '#contract/words.ts';
import { addressOf, type RequestContext, type Runner, type Work } from '#platform';
import type { ClientKind } from '#records';
import { type EffectiveSettings, readSettings, recordAudit } from '#settings';
import { CodeStore } from '../code-store.ts';
import type { Visitor } from '../sessions/authentication.ts';
import {
  atMost,
  clientHash,
  countAttempt,
  kindOfClient,
  refuseOverLimit,
  WINDOW_MS,
  wrongCodesBucket,
} from '../sessions/limits.ts';
import {
  endFormerSession,
  finishSignIn,
  type NewSession,
  openSession,
  type StartedSession,
} from '../sessions/sessions.ts';
import { nameFrom, permitDomain } from '../users/addresses.ts';
import { type StoredUser, UserStore } from '../users/user-store.ts';
import { addUser } from '../users/users.ts';
import { admit } from './passkeys/passkey-challenges.ts';
import { codeHash, mayUseCode } from './request-code.ts';
import type { SignInParts } from './sign-in-routes.ts';

type AddressSession = AddressOwner & Pick<NewSession, 'tokens' | 'client' | 'userAgent'>;

/**
 * Gives the owner of an address a session and its token. The first session makes the user. An address on
 * `developer_emails` makes its owner a developer; signing in demotes nobody (docs/rules/sign-in.md#developers-by-address).
 */
export const startSession = async (
  work: Work<null>,
  { tokens, client, userAgent, ...owner }: AddressSession,
): Promise<StartedSession> => openSession(work, await userFor(work, owner), { tokens, client, userAgent });

interface AddressOwner {
  readonly settings: EffectiveSettings;
  /** The address whose owner has proven to be it. */
  readonly email: string;
  /** The language in which the code was mailed. */
  readonly language: Language;
}

async function userFor(work: Work<null>, { settings, email, language }: AddressOwner): Promise<StoredUser> {
  await work.lock(`sign-in ${email}`);
  const user = await work.of(UserStore).byEmail({ email });
  const listed = settings.developer_emails.includes(email);
  if (user === undefined)
    return addUser(work, {
      email,
      name: nameFrom(email),
      role: listed ? 'developer' : 'user',
      language,
      last_login: work.now,
    });
  const change = {
    last_login: work.now,
    // The code has reached them.
    ...(user.mail_paused_at === null ? {} : { mail_paused_at: null }),
    // An invited person gets the language of the first sign-in, as everybody does.
    ...(user.last_login === null ? { language } : {}),
    ...(listed ? { role: 'developer' as const } : {}),
  };
  await work.of(UserStore).change(user.id, change);
  if (listed && user.role === 'user')
    await recordAudit(work, 'user.role_changed', user.id, { old_role: 'user', new_role: 'developer' });
  return { ...user, ...change };
}

type Attempt = CodeAttempt & Visitor;

/** How many guesses one code allows one client (docs/rules/sign-in.md#code). */
const MAX_GUESSES = 5;
/** How many it allows all clients together but the one whose request made it. */
const MAX_GUESSES_OF_OTHERS = 50;
/** How many wrong codes one client address may send within the window (docs/rules/sign-in.md#entering-a-code). */
const MAX_WRONG_CODES = 30;

/**
 * POST /api/auth/verify-otp: gives the caller who knows the code a session.
 *
 * @throws Failure `domain_not_allowed`, `too_many_requests`, `invalid_or_expired_code`,
 * `passkey_required` (docs/rules/sign-in.md#entering-a-code).
 */
export const verifyCode = (
  runner: Runner,
  context: RequestContext<null>,
  parts: SignInParts,
  attempt: Attempt,
): Promise<SignedIn> =>
  finishSignIn(runner, context, parts.securityLog, attempt, (work) => tryCode(work, parts, attempt));

async function tryCode(work: Work<null>, { source, secrets, tokens }: SignInParts, attempt: Attempt) {
  const email = addressOf(attempt.email);
  const settings = await readSettings(work, source);
  permitDomain(settings, email);
  const wrongCodes = atMost(MAX_WRONG_CODES, wrongCodesBucket(secrets, attempt.client), WINDOW_MS);
  await refuseOverLimit(work, [wrongCodes]);
  const kind = await kindOfClient(work, secrets, email, attempt.client);
  const guesser = { kind, client: clientHash(secrets, attempt.client) };
  const code = await consumeCode(work, email, guesser, codeHash(secrets, email, attempt.code));
  const owner = await work.of(UserStore).byEmail({ email });
  // To those who are gone, or who sign in otherwise, every code is a wrong one.
  if (code === null || !(await mayUseCode(work, settings, email, owner))) {
    await countAttempt(work, [wrongCodes]);
    return { isWrongFor: owner?.id ?? null };
  }
  await endFormerSession(work, tokens, attempt.formerToken);
  const user = await userFor(work, { settings, email, language: code.language });
  const session = { tokens, client: clientHash(secrets, attempt.client), userAgent: attempt.userAgent };
  return admit(work, user, { settings, secrets, session });
}

/**
 * Whether a code is still good for a client (docs/rules/sign-in.md#code), by how often it was guessed at: by the client itself,
 * and by all but the one whose request made it.
 */
export const isOpenFor = (
  { own, others }: { readonly own: number; readonly others: number },
  { isMaker, kind }: { readonly isMaker: boolean; readonly kind: ClientKind },
): boolean => own < MAX_GUESSES && (isMaker || kind === 'known' || others < MAX_GUESSES_OF_OTHERS);

/**
 * Uses the code. It counts the guess before it compares, and compares with each code of the address that is good for the
 * client, so that the time does not tell which of them matched. @returns null when none did.
 */
async function consumeCode(
  work: Work<null>,
  email: string,
  { kind, client }: { readonly kind: ClientKind; readonly client: string },
  hash: string,
): Promise<{ language: Language } | null> {
  const open = [];
  for (const code of await work.of(CodeStore).live({ email, now: work.now })) {
    const all = await work.of(CodeStore).guesses({ code_hash: code.code_hash });
    const sum = (rows: typeof all) => rows.reduce((total, { guesses }) => total + guesses, 0);
    const guesses = {
      own: sum(all.filter((row) => row.client === client)),
      others: sum(all.filter((row) => row.client !== code.made_by)),
    };
    if (!isOpenFor(guesses, { isMaker: code.made_by === client, kind })) continue;
    await work.of(CodeStore).countGuess({ ...code, client });
    open.push(code);
  }
  const [match] = open.filter(({ code_hash }) => timingSafeEqual(Buffer.from(code_hash), Buffer.from(hash)));
  return match !== undefined && (await work.of(CodeStore).remove({ email, code_hash: hash })) ? match : null;
}
