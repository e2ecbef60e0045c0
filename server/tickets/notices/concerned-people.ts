import { findUsers, type StoredUser } from '#people';
import type { ActEvent, Actor, Work } from '#platform';
import type { Act } from './concerns.ts';

/** Reads everybody whom an act may concern: followers, reporter and assignee of its ticket, and whom its events name. */
export function readConcerned(
  work: Work<Actor>,
  { ticket, followers }: Pick<Act, 'ticket' | 'followers'>,
  events: readonly Pick<ActEvent, 'internals'>[],
): Promise<StoredUser[]> {
  const mentioned = events.flatMap(({ internals }) => internals.mentioned ?? []);
  const ids = new Set([ticket.reporter_id, ticket.assignee_id, ...followers, ...mentioned].filter((id) => id !== null));
  return findUsers(work, [...ids]);
}
