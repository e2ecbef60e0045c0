import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FirstDeveloper, SignedIn } from '#contract/sign-in.ts';
import {
  type Actor,
  addressOf,
  Failure,
  HOUR,
  MINUTE,
  type RequestContext,
  type Runner,
  type SettingsSource,
  shifted,
  type Work,
} from '#platform';
import { readSettings, recordAudit, removeSetting, storedSetting, storeSetting } from '#settings';
import type { Visitor } from '../sessions/authentication.ts';
import { atMost, clientHash, countAttempt, refuseOverLimit, wrongFirstAddressBucket } from '../sessions/limits.ts';
import { finishSignIn } from '../sessions/sessions.ts';
import { addDeveloper } from '../users/addresses.ts';
import { countDevelopers } from '../users/user-store.ts';
import type { SignInParts } from './sign-in-routes.ts';
import { startSession } from './verify-code.ts';

/** The row of the settings that has the hash of the secret, and until when it is good. */
const SETTING = 'first_developer';
const SECRET_BYTES = 16;
const GOOD_FOR_MS = HOUR;
/** How many wrong secrets one client may send within a minute. */
const MOST_WRONG = 5;

interface Stored {
  readonly hash: string;
  readonly until: string;
}

const hashOf = (secret: string): string => hash('sha256', secret);

/**
 * Makes the secret of the address at which somebody becomes the first developer (docs/rules/settings.md#set-up). It takes the
 * place of the one before.
 *
 * @returns null where there is a developer, or the settings name one.
 */
export async function makeFirstSecret(work: Work<Actor>, source: SettingsSource): Promise<string | null> {
  await work.lock(SETTING);
  const { developer_emails } = await readSettings(work, source);
  if (developer_emails.length > 0 || (await countDevelopers(work)) > 0) return null;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await storeSetting(work, SETTING, { hash: hashOf(secret), until: shifted(work.now, GOOD_FOR_MS) });
  return secret;
}

async function isGood(work: Work<Actor>, secret: string): Promise<boolean> {
  const text = await storedSetting(work, SETTING);
  if (text === undefined) return false;
  const stored = JSON.parse(text) as Stored;
  return stored.until > work.now && timingSafeEqual(Buffer.from(stored.hash), Buffer.from(hashOf(secret)));
}

/**
 * POST /api/setup/first: whoever has the secret becomes the first developer, with an address of theirs, and is signed in.
 *
 * @throws Failure `not_found` once there is a developer, `too_many_requests`, `invalid_or_expired_code`, and
 * `domain_not_allowed` for a domain at which everybody can get an address, unless `anyone_at` says that it is meant.
 */
export function becomeFirstDeveloper(
  runner: Runner,
  context: RequestContext<null>,
  { source, secrets, tokens, securityLog }: SignInParts,
  { secret, email, anyone_at: anyoneAt = false, lang, ...visitor }: FirstDeveloper & Visitor,
): Promise<SignedIn> {
  const address = addressOf(email);
  return finishSignIn(runner, context, securityLog, visitor, async (work) => {
    await work.lock(SETTING);
    if ((await countDevelopers(work)) > 0) throw new Failure('not_found');
    const wrong = atMost(MOST_WRONG, wrongFirstAddressBucket(secrets, visitor.client), MINUTE);
    await refuseOverLimit(work, [wrong]);
    if (!(await isGood(work, secret))) {
      await countAttempt(work, [wrong]);
      return { isWrongFor: null };
    }
    const since = await addDeveloper(work, source, address, { anyoneAt });
    const settings = await readSettings(work, source);
    const client = clientHash(secrets, visitor.client);
    const owner = { settings, email: address, language: lang ?? settings.default_language };
    const started = await startSession(work, { ...owner, tokens, client, userAgent: visitor.userAgent });
    await removeSetting(work, SETTING);
    if (since === 'next sign-in')
      await recordAudit(work, 'user.role_changed', started.user.id, { old_role: 'user', new_role: 'developer' });
    return started;
  });
}
