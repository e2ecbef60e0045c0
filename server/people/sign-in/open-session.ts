import type { SignedIn } from '#contract/sign-in.ts';
import type { SignInMethod } from '#contract/words.ts';
import { shifted, type Work } from '#platform';
import type { StoredUser } from '../users/user-store.ts';
import { viewUser } from '../users/users.ts';
import { SessionStore } from './session-store.ts';
import type { Tokens } from './tokens.ts';

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
  await work.of(SessionStore).rememberClient(user.id, client, work.now);
  // A session has one token, so that one id serves both.
  const named = { userId: user.id, sessionId, tokenId: sessionId };
  const times = { now: Date.parse(work.now), until: Date.parse(expires_at) };
  return { sessionId, token: tokens.issue({ ...named, ...times }), user: viewUser(user) };
}
