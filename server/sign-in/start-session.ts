import type { SignedIn } from '../../contract/sign-in.ts';
import type { Language } from '../../contract/users.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { EffectiveSettings } from '../settings/effective-settings.ts';
import { addUser } from '../users/add-user.ts';
import { nameFrom } from '../users/address.ts';
import type { StoredUser } from '../users/user-store.ts';
import { viewUser } from '../users/user-view.ts';
import type { Work } from '../work.ts';
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
  await work.sessions.add({ id: sessionId, user_id: user.id, user_agent: userAgent, created_at: work.now, expires_at });
  await work.sessions.rememberClient(user.id, client, work.now);
  // A session has one token, so that one id serves both.
  const named = { userId: user.id, sessionId, tokenId: sessionId };
  return { sessionId, token: tokens.issue({ ...named, now: Date.parse(work.now) }), user: viewUser(user) };
}

type AddressOwner = Pick<NewSession, 'settings' | 'email' | 'language'>;

async function userFor(work: Work<null>, { settings, email, language }: AddressOwner): Promise<StoredUser> {
  await work.lock(`sign-in ${email}`);
  const known = await work.users.byEmail(email);
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
  await work.users.change(known.id, change);
  if (listed && known.role === 'user')
    await recordAudit(work, 'user.role_changed', known.id, { old_role: 'user', new_role: 'developer' });
  return { ...known, ...change };
}
