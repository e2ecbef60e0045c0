import type { PersonalEventName, PersonalPayload } from '../../contract/events.ts';
import type { Actor } from '../actor.ts';
import type { Work } from '../work.ts';

/**
 * Records an event that concerns one person and no ticket, in the transaction in which it happened
 * (docs/rules/events.md#personal-events). The person is mailed it. The caller has just added the person, or holds them, so
 * their `seq` counts without doubles.
 */
export async function recordPersonalEvent<N extends PersonalEventName>(
  work: Work<Actor>,
  userId: string,
  name: N,
  payload: PersonalPayload[N],
): Promise<void> {
  work.hasRecorded = true;
  await work.newEvents.addPersonal({
    id: work.newId(),
    event_id: work.newId(),
    event_name: name,
    aggregate_type: 'user',
    aggregate_id: userId,
    actor_user_id: work.actor?.id ?? null,
    correlation_id: work.correlationId,
    source: work.source,
    payload: JSON.stringify({ user_id: userId, ...payload }),
    now: work.now,
  });
}
