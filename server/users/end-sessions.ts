import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { Failure } from '../failure.ts';
import type { Work } from '../work.ts';

/**
 * Ends every session of a user, who may sign in again at once (docs/rules/people.md#people-who-are-gone).
 *
 * @throws Failure `user_not_found`.
 */
export async function endSessions(work: Work<Actor>, id: string): Promise<void> {
  if ((await work.users.find(id)) === undefined) throw new Failure('user_not_found');
  await work.sessions.revokeAll(id, work.now);
  await recordAudit(work, 'user.signed_out', id, {});
}
