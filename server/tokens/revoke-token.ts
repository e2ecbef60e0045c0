import { isDeveloper } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { Failure } from '../failure.ts';
import type { Work } from '../work.ts';

/**
 * Ends a token at once: its owner's, or for developers anybody's (docs/rules/tokens.md#revoking-and-rotating).
 *
 * @throws Failure `token_not_found`, also when it has ended before.
 */
export async function revokeToken(work: Work, id: string): Promise<void> {
  const token = await work.apiTokens.find(id);
  const isAllowed = token?.user_id === work.actor.id || isDeveloper(work.actor);
  if (token === undefined || !isAllowed || !(await work.apiTokens.revoke(id, work.now)))
    throw new Failure('token_not_found');
  await recordAudit(work, 'token.revoked', id, {});
}
