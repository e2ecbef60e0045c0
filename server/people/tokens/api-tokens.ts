import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { readSight } from '#access';
import type { ApiToken, NewToken, TokenDraft } from '#contract/tokens.ts';
import type { TokenScope } from '#contract/words.ts';
import { recordPersonalEvent } from '#events';
import {
  type Actor,
  contextOf,
  DAY,
  Failure,
  HOUR,
  type Instant,
  instant,
  invalidField,
  isDeveloper,
  type Person,
  pick,
  type SettingsSource,
  shifted,
  type TerminalCommand,
  type Work,
} from '#platform';
import { readSettings, recordAudit } from '#settings';
import { UserStore, userAt } from '../users/user-store.ts';
import { type StoredToken, type TokenListing, type TokenPerson, TokenStore } from './token-store.ts';

/** Days that a token lives when nobody says how long. */
const DAYS = 90;
/** How long a token lives on when another one has taken its place, in milliseconds. */
const OVERLAP_MS = 24 * HOUR;
/** How long lists show tokens that have ended, in milliseconds. */
export const SHOWN_FOR_MS = 90 * DAY;

/**
 * When a token that is made now ends; null when it does not (docs/rules/tokens.md#life).
 *
 * @param days what was asked for; undefined when nothing was.
 * @param mostDays the setting `token_max_days`.
 * @throws Failure `validation_error` when the setting does not allow so long a life.
 */
export function endOfNew(days: number | null | undefined, mostDays: number | null, now: number): Instant | null {
  const life = days === undefined ? Math.min(DAYS, mostDays ?? DAYS) : days;
  if (mostDays !== null && (life === null || life > mostDays))
    throw invalidField('expires_in_days', 'maximum', `Tokens may live for ${mostDays} days at most.`);
  return life === null ? null : instant(now + life * DAY);
}

type Life = Pick<StoredToken, 'created_at' | 'expires_at'>;

/** When the token ends that takes the place of this one: after the same span, or the longest that is allowed now. */
export function endOfNext({ created_at, expires_at }: Life, mostDays: number | null, now: number): Instant | null {
  const span = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) - Date.parse(created_at);
  const allowed = Math.min(span, mostDays === null ? Number.POSITIVE_INFINITY : mostDays * DAY);
  return Number.isFinite(allowed) ? instant(now + allowed) : null;
}

/** When a token ends whose place another one takes now: a day later, or as it would have. */
export const endOfRotated = ({ expires_at }: Life, now: number): Instant => {
  const end = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at);
  return instant(Math.min(end, now + OVERLAP_MS));
};

/** Tokens, newest first: those that have ended stay in the list for 90 days (docs/rules/tokens.md#life). */
export const listTokens = (work: Work, listing: Omit<TokenListing, 'endedSince'>) =>
  work.of(TokenStore).list({ ...listing, endedSince: shifted(work.now, -SHOWN_FOR_MS) });

/** How every token begins, so that people and secret scanners know one when they see it. */
export const PREFIX = 'kwit_pat_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** As many digits of base 62 as 256 and 32 bits need. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

function base62(value: bigint, length: number): string {
  let rest = value;
  let digits = '';
  for (let i = 0; i < length; i += 1) {
    digits = ALPHABET.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return digits;
}

const checksum = (text: string): string => base62(BigInt(crc32(text)), CHECKSUM_LENGTH);

/** The token that stands for these 32 random bytes (docs/rules/tokens.md#form). */
export function tokenText(secret: Buffer): string {
  const text = PREFIX + base62(BigInt(`0x${secret.toString('hex')}`), SECRET_LENGTH);
  return text + checksum(text);
}

/** Whether a text may be a token: a mistyped one has the wrong checksum, so that nobody has to look for it. */
export const isTokenText = (text: string): boolean =>
  FORM.test(text) && text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)));

/** The stored form of a token. It has 256 random bits, so a fast hash is enough. */
export const hashOf = (token: string): string => hash('sha256', token, 'base64url');

export const viewToken = (token: StoredToken): ApiToken => ({
  ...pick(token, 'id', 'name', 'last4', 'scope', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'),
  prefix: PREFIX,
});

/** Adds a token. Only this answer has it: Kwit keeps a hash. */
async function addToken(
  work: Work<Actor>,
  made: Pick<StoredToken, 'user_id' | 'name' | 'scope' | 'expires_at'>,
): Promise<NewToken> {
  const token = tokenText(randomBytes(32));
  const stored = {
    id: work.newId(),
    ...made,
    hash: hashOf(token),
    last4: token.slice(-4),
    created_at: work.now,
    revoked_at: null,
    rotated_at: null,
    last_used_at: null,
    warned_at: null,
    used_after_end_at: null,
  };
  await work.of(TokenStore).add(stored);
  return { token, ...viewToken(stored) };
}

/**
 * Makes somebody a token for programs (docs/rules/tokens.md#making-one).
 *
 * @throws Failure `validation_error` when the setting `token_max_days` does not allow so long a life.
 */
export async function makeToken(
  work: Work<Actor>,
  source: SettingsSource,
  userId: string,
  { name, scope, expires_in_days }: TokenDraft,
): Promise<NewToken> {
  const { token_max_days } = await readSettings(work, source);
  const expires_at = endOfNew(expires_in_days, token_max_days, Date.parse(work.now));
  const made = await addToken(work, { user_id: userId, name, scope, expires_at });
  await recordAudit(work, 'token.created', made.id, { scope });
  return made;
}

/** Whether a token has come to its end by itself. */
export const isExpired = ({ expires_at }: Pick<TokenPerson, 'expires_at'>, now: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now;

/** Whether a token has come to an end, by itself or by somebody. */
export const hasEnded = (token: Pick<TokenPerson, 'expires_at' | 'revoked_at'>, now: number): boolean =>
  token.revoked_at !== null || isExpired(token, now);

/** The owner of a token; null when it has ended or was revoked at `now` (milliseconds), or when they are gone. */
export function personWithToken(token: TokenPerson | undefined, now: number): Person | null {
  if (token === undefined || hasEnded(token, now) || token.is_active === 0) return null;
  const { id, email, name, role, language, token_id, token_name, scope } = token;
  const credential = { kind: 'token', id: token_id, name: token_name, scope } as const;
  return { id, email, name, role, language, sight: readSight(token), credential };
}

/**
 * Ends a token at once: its owner's, or for developers anybody's (docs/rules/tokens.md#revoking-and-rotating).
 *
 * @throws Failure `token_not_found`, also when it has ended before.
 */
export async function revokeToken(work: Work, id: string): Promise<void> {
  const token = await work.of(TokenStore).find(id);
  const isAllowed = token?.user_id === work.actor.id || isDeveloper(work.actor);
  if (token === undefined || !isAllowed || !(await work.of(TokenStore).revoke({ id, now: work.now })))
    throw new Failure('token_not_found');
  await recordAudit(work, 'token.revoked', id, {});
}

/**
 * Puts a new token in the place of one of the actor's, for the same span anew. The old one lives on for a day, so that
 * programs can change over (docs/rules/tokens.md#revoking-and-rotating).
 *
 * @throws Failure `token_not_found`, also when it has ended; `already_rotated`.
 */
export async function rotateToken(work: Work, source: SettingsSource, id: string): Promise<NewToken> {
  const now = Date.parse(work.now);
  const old = await work.of(TokenStore).find(id);
  if (old?.user_id !== work.actor.id || old.revoked_at !== null || isExpired(old, now))
    throw new Failure('token_not_found');
  if (!(await work.of(TokenStore).rotate({ id, now: work.now, end: endOfRotated(old, now) })))
    throw new Failure('already_rotated');
  const { token_max_days } = await readSettings(work, source);
  const { user_id, name, scope } = old;
  const made = await addToken(work, { user_id, name, scope, expires_at: endOfNext(old, token_max_days, now) });
  await recordAudit(work, 'token.rotated', id, { new_id: made.id });
  return made;
}

/** Has the owner of a token told, once, that somebody tried to use it after its end (docs/rules/tokens.md#mails). */
export async function mailLateUse(work: Work<Actor>, { id: owner, token_id }: TokenPerson): Promise<void> {
  await work.of(UserStore).hold(owner);
  if (await work.of(TokenStore).markUsedAfterEnd({ id: token_id, now: work.now }))
    await recordPersonalEvent(work, owner, 'token.used_after_end', { token_id });
}

/** `kwit token add <address> --scope read --name x`: as POST /api/tokens, for somebody else: the token is printed. */
export const addTokenFor =
  (address: string, scope: TokenScope, name: string): TerminalCommand =>
  async ({ runner, source, say }) => {
    const made = await runner.write(contextOf('token add'), async (work) => {
      return makeToken(work, source, (await userAt(work, address)).id, { name, scope });
    });
    say(made.token);
    return true;
  };

/** How long before its end the owner of a token is told, in milliseconds. */
const WARNED_BEFORE_MS = 7 * DAY;
/** How many tokens one look tells of at most. The next look, minutes later, tells of the others. */
const MOST = 100;

/**
 * Has the owners of tokens that end within 7 days told so, once each (docs/rules/tokens.md#mails). Nobody is told of a token that
 * was made for 7 days or less: they know. Every node calls it every few minutes.
 */
export async function warnOfEndingTokens(work: Work<Actor>): Promise<void> {
  const ending = await work
    .of(TokenStore)
    .ending({ now: work.now, until: shifted(work.now, WARNED_BEFORE_MS), limit: MOST });
  for (const { id, user_id, created_at, expires_at } of ending) {
    if (!(await work.of(TokenStore).markWarned({ id, now: work.now }))) continue;
    if (expires_at === null || expires_at <= shifted(created_at, WARNED_BEFORE_MS)) continue;
    await work.of(UserStore).hold(user_id);
    await recordPersonalEvent(work, user_id, 'token.expiring', { token_id: id });
  }
}
