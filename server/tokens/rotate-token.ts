import type { NewToken } from '../../contract/tokens.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import { Failure } from '../failure.ts';
import { readSettings } from '../settings/effective-settings.ts';
import type { Work } from '../work.ts';
import { addToken } from './make-token.ts';
import { isExpired } from './person-with-token.ts';
import { endOfNext, endOfRotated } from './token-life.ts';

/**
 * Puts a new token in the place of one of the actor's, for the same span anew. The old one lives on for a day, so that
 * programs can change over (docs/rules/tokens.md#revoking-and-rotating).
 *
 * @throws Failure `token_not_found`, also when it has ended; `already_rotated`.
 */
export async function rotateToken(work: Work, source: SettingsSource, id: string): Promise<NewToken> {
  const now = Date.parse(work.now);
  const old = await work.apiTokens.find(id);
  if (old?.user_id !== work.actor.id || old.revoked_at !== null || isExpired(old, now))
    throw new Failure('token_not_found');
  if (!(await work.apiTokens.rotate(id, work.now, endOfRotated(old, now)))) throw new Failure('already_rotated');
  const { token_max_days } = await readSettings(work, source);
  const expiresAt = endOfNext(old, token_max_days, now);
  const made = await addToken(work, { userId: old.user_id, name: old.name, scope: old.scope, expiresAt });
  await recordAudit(work, 'token.rotated', id, { new_id: made.id });
  return made;
}
