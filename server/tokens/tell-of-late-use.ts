import type { Actor } from '../actor.ts';
import { recordPersonalEvent } from '../events/record-personal-event.ts';
import type { Work } from '../work.ts';
import type { TokenPerson } from './token-store.ts';

/** Has the owner of a token told, once, that somebody tried to use it after its end (docs/rules/tokens.md#mails). */
export async function tellOfLateUse(work: Work<Actor>, { id: owner, token_id }: TokenPerson): Promise<void> {
  await work.users.holdAlone(owner);
  if (await work.tokenWarnings.markUsedAfterEnd(token_id, work.now))
    await recordPersonalEvent(work, owner, 'token.used_after_end', { token_id });
}
