import { readSight } from '#access';
import type { Session } from '#contract/sessions.ts';
import type { SignedIn } from '#contract/sign-in.ts';
import type { SignInMethod } from '#contract/words.ts';
import {
  type Actor,
  type Credential,
  DAY,
  Failure,
  HOUR,
  type Operation,
  olderThan,
  type Person,
  type RequestContext,
  type Runner,
  type StaleRows,
  shifted,
  type Work,
} from '#platform';
import type { SecurityLog } from '#settings';
import { type SessionPerson, SessionStore } from '../session-store.ts';
import type { AskedForPasskey } from '../sign-in/passkeys/passkey-challenges.ts';
import { personWithToken, SHOWN_FOR_MS } from '../tokens/api-tokens.ts';
import { TokenStore } from '../tokens/token-store.ts';
import type { StoredUser } from '../users/user-store.ts';
import { viewUser } from '../users/users.ts';
import type { Visitor } from './authentication.ts';
import { KNOWN_CLIENT_MS, PAUSES_WINDOW_MS } from './limits.ts';
import type { Tokens } from './tokens.ts';

type Use = Pick<SessionPerson, 'created_at' | 'last_used_at'>;

/** When a session was last used, to the hour, in milliseconds. */
export const lastUseOf = ({ created_at, last_used_at }: Use): number => Date.parse(last_used_at ?? created_at);

/** Whether nobody has used a session for `unusedMs` (milliseconds, or Infinity) at `now`. */
export const isUnused = (session: Use, now: number, unusedMs: number): boolean => now - lastUseOf(session) >= unusedMs;

/**
 * The person of a session; null when it has ended or was revoked at `now` (milliseconds), when it was not used for
 * `unusedMs`, or when the person is gone.
 *
 * @param unusedMs Infinity where a request is on its way, which is a use by itself.
 */
export function personIn(session: SessionPerson | undefined, now: number, unusedMs: number): Person | null {
  if (session === undefined || session.revoked_at !== null || Date.parse(session.expires_at) <= now) return null;
  if (session.is_active === 0 || isUnused(session, now, unusedMs)) return null;
  const { id, email, name, role, language, session_id, only_registers } = session;
  const credential = {
    kind: 'session' as const,
    id: session_id,
    ...(only_registers === 1 ? { onlyRegisters: true } : {}),
  };
  return { id, email, name, role, language, sight: readSight(session), credential };
}

/**
 * The person of a session or a token, as the database has both now. A write calls it in its own transaction
 * (docs/rules/sign-in.md#rights-at-the-moment-of-the-write).
 *
 * @throws Failure `unauthorized` when the session or the token is over.
 */
export async function personNow(work: Work<Actor>, { kind, id }: Credential): Promise<Person> {
  const at = Date.parse(work.now);
  const person =
    kind === 'token'
      ? personWithToken(await work.of(TokenStore).personOf({ id }), at)
      : kind === 'session'
        ? personIn(await work.of(SessionStore).personOf({ id }), at, Number.POSITIVE_INFINITY)
        : null;
  if (person === null) throw new Failure('unauthorized');
  return person;
}

/**
 * Ends one of the caller's own sessions: its token is no longer valid.
 *
 * @throws Failure `session_not_found`, also for another person's session and for one that has ended.
 */
export async function endSession(work: Work, id: string, unusedSessionMs: number): Promise<void> {
  const session = await work.of(SessionStore).personOf({ id });
  const person = personIn(session, Date.parse(work.now), unusedSessionMs);
  if (person?.id !== work.actor.id) throw new Failure('session_not_found');
  await work.of(SessionStore).revoke({ id, now: work.now });
}

/** The caller's own sessions that have not ended, the latest first. */
export async function listSessions(work: Work, unusedSessionMs: number): Promise<Session[]> {
  const sessions = await work.of(SessionStore).liveOf({ user_id: work.actor.id, now: work.now });
  return sessions
    .filter((session) => !isUnused(session, Date.parse(work.now), unusedSessionMs))
    .map(({ last_used_at: _, ...session }) => ({ ...session, current: session.id === work.actor.credential.id }));
}

/** Ends the session of the token that a client sends which signs in anew. */
export async function endFormerSession(work: Work<Actor>, tokens: Tokens, token: string | null): Promise<void> {
  const former = token === null ? null : tokens.read(token, Date.parse(work.now));
  if (former !== null) await work.of(SessionStore).revoke({ id: former.sid, now: work.now });
}

/** A code, a passkey or what stands for it is wrong. `userId` is whose it would have been; null for nobody who is known. */
export interface WrongCode {
  readonly isWrongFor: string | null;
}

/**
 * Signs somebody in by `enter`, in a transaction of its own. Its refusals come once that is durable, so that a wrong
 * guess counts; the log tells of either.
 *
 * @returns what the client is answered.
 * @throws Failure `invalid_or_expired_code`, `passkey_required`, and whatever `enter` throws.
 */
export async function finishSignIn<S extends StartedSession>(
  runner: Runner,
  context: RequestContext<null>,
  log: SecurityLog,
  { client }: Visitor,
  enter: Operation<S | AskedForPasskey | WrongCode, null>,
): Promise<Omit<S, 'sessionId'>> {
  const entered = await runner.write(context, enter);
  const request = { requestId: context.correlationId, clientAddress: client };
  if ('refusal' in entered) throw entered.refusal;
  if ('isWrongFor' in entered) {
    log.wrongCode(request, entered.isWrongFor);
    throw new Failure('invalid_or_expired_code');
  }
  const { sessionId, ...answer } = entered;
  log.signedIn(request, { userId: entered.user.id, sessionId });
  return answer;
}

/** How long after the last use that is written down another one is worth writing, in milliseconds. */
const WORTH_WRITING_MS = HOUR;

const CONTEXT: RequestContext<null> = { actor: null, correlationId: 'session use', source: 'session_use' };

/**
 * Keeps when sessions were last used (docs/rules/sign-in.md#unused-sessions). No request waits for a write of it: a request
 * only notes its session, at most once an hour, and housekeeping writes what this process has noted. A killed process
 * loses its notes, which are the use of a few minutes.
 */
export class SessionUse {
  readonly #noted = new Set<string>();

  /** Notes that a session is used at `now` (milliseconds). */
  note(session: SessionPerson, now: number): void {
    if (now - lastUseOf(session) >= WORTH_WRITING_MS) this.#noted.add(session.session_id);
  }

  /** Writes what was noted since the last time, with the time of now. A note that could not be written stays. */
  async write(runner: Runner): Promise<void> {
    const noted = [...this.#noted];
    if (noted.length === 0) return;
    await runner.write(CONTEXT, (work) => work.of(SessionStore).markUsed(noted, work.now));
    for (const id of noted) this.#noted.delete(id);
  }
}

/** POST /api/auth/logout: ends the session of the token that was sent. */
export async function signOut(work: Work): Promise<void> {
  await work.of(SessionStore).revoke({ id: work.actor.credential.id, now: work.now });
}

/** POST /api/auth/logout-all: ends every session of the caller. */
export async function signOutEverywhere(work: Work): Promise<void> {
  await work.of(SessionStore).revokeAll({ user_id: work.actor.id, now: work.now });
}

const staleCodes = olderThan('sign_in_codes', 'expires_at', HOUR);
const staleGuesses = olderThan('code_guesses', 'expires_at', HOUR);

/** Codes, attempts, sessions and tokens that have ended. */
export const staleSignIns: StaleRows = {
  codes: async (...how) => Math.max(await staleCodes(...how), await staleGuesses(...how)),
  attempts: olderThan('attempts', 'at', PAUSES_WINDOW_MS),
  sessions: olderThan('sessions', 'expires_at', DAY),
  'sign-in steps': olderThan('sign_in_steps', 'expires_at', HOUR),
  tokens: (work, most) => work.of(TokenStore).forgetBefore({ before: shifted(work.now, -SHOWN_FOR_MS), most }),
  'known clients': olderThan('known_clients', 'last_sign_in_at', KNOWN_CLIENT_MS),
};

export interface StartedSession extends SignedIn {
  readonly sessionId: string;
}

export interface NewSession {
  readonly tokens: Tokens;
  /** Keyed hash of the client's address. */
  readonly client: string;
  /** The header User-Agent. */
  readonly userAgent: string | null;
  readonly method?: SignInMethod;
  /** The company account with which the person signs in, and what its provider calls the session. */
  readonly identity?: { readonly id: string; readonly session: string | null };
  /** In milliseconds, if the session is not to live as long as others do. */
  readonly lifetimeMs?: number;
  /** Whether the session is good for making a passkey alone. */
  readonly onlyRegisters?: boolean;
}

/** Gives a person a session and its token. */
export async function openSession(work: Work<null>, user: StoredUser, session: NewSession): Promise<StartedSession> {
  const { tokens, client, userAgent, method = 'code', identity, lifetimeMs, onlyRegisters = false } = session;
  const sessionId = work.newId();
  const expires_at = lifetimeMs === undefined ? tokens.endOf(work.now) : shifted(work.now, lifetimeMs);
  await work.of(SessionStore).add({
    id: sessionId,
    user_id: user.id,
    user_agent: userAgent,
    created_at: work.now,
    expires_at,
    method,
    identity_id: identity?.id ?? null,
    provider_session: identity?.session ?? null,
    only_registers: onlyRegisters,
  });
  await work.of(SessionStore).rememberClient({ user_id: user.id, client, last_sign_in_at: work.now });
  // A session has one token, so that one id serves both.
  const named = { userId: user.id, sessionId, tokenId: sessionId };
  const times = { now: Date.parse(work.now), until: Date.parse(expires_at) };
  return { sessionId, token: tokens.issue({ ...named, ...times }), user: viewUser(user) };
}
