import { randomBytes } from 'node:crypto';
import type { NewToken, TokenDraft } from '../../contract/tokens.ts';
import type { TokenScope } from '../../contract/words.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Instant } from '../clock.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import { readSettings } from '../settings/effective-settings.ts';
import type { Work } from '../work.ts';
import { endOfNew } from './token-life.ts';
import { hashOf, tokenText } from './token-text.ts';
import { viewToken } from './token-view.ts';

interface Made {
  readonly userId: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly expiresAt: Instant | null;
}

/** Adds a token. Only this answer has it: Kwit keeps a hash. */
export async function addToken(work: Work<Actor>, { userId, name, scope, expiresAt }: Made): Promise<NewToken> {
  const token = tokenText(randomBytes(32));
  const stored = {
    id: work.newId(),
    user_id: userId,
    name,
    hash: hashOf(token),
    last4: token.slice(-4),
    scope,
    created_at: work.now,
    expires_at: expiresAt,
    revoked_at: null,
    rotated_at: null,
    last_used_at: null,
    warned_at: null,
    used_after_end_at: null,
  };
  await work.apiTokens.add(stored);
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
  const expiresAt = endOfNew(expires_in_days, token_max_days, Date.parse(work.now));
  const made = await addToken(work, { userId, name, scope, expiresAt });
  await recordAudit(work, 'token.created', made.id, { scope });
  return made;
}
