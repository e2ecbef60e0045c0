import type { Actor } from '../actor.ts';
import { DAY, shifted } from '../clock.ts';
import { recordPersonalEvent } from '../events/record-personal-event.ts';
import type { Work } from '../work.ts';

/** How long before its end the owner of a token is told, in milliseconds. */
const WARNED_BEFORE_MS = 7 * DAY;
/** How many tokens one look tells of at most. The next look, minutes later, tells of the others. */
const MOST = 100;

/**
 * Has the owners of tokens that end within 7 days told so, once each (docs/rules/tokens.md#mails). Nobody is told of a token that
 * was made for 7 days or less: they know. Every node calls it every few minutes.
 */
export async function warnOfEndingTokens(work: Work<Actor>): Promise<void> {
  const ending = await work.tokenWarnings.ending(work.now, shifted(work.now, WARNED_BEFORE_MS), MOST);
  for (const { id, user_id, created_at, expires_at } of ending) {
    if (!(await work.tokenWarnings.markWarned(id, work.now))) continue;
    if (expires_at === null || expires_at <= shifted(created_at, WARNED_BEFORE_MS)) continue;
    await work.users.holdAlone(user_id);
    await recordPersonalEvent(work, user_id, 'token.expiring', { token_id: id });
  }
}
