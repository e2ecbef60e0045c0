/** Pure: whom an act concerns, and why: for notices and mails alike (docs/rules/notices.md#reasons). */

import { mayOpen, readsInternals } from '#access';
import type { EventName } from '#contract/events.ts';
import { NOTICE_REASONS } from '#contract/notices.ts';
import type { StoredUser } from '#people';
import type { ActEvent } from '#platform';

/** Why an act concerns somebody, the reason that says most first. A new ticket concerns developers by mail only. */
export const REASONS = [...NOTICE_REASONS, 'created'] as const;
export type Reason = (typeof REASONS)[number];

/** Everything that one request did to one ticket. */
export interface Act {
  /** As it is now. */
  readonly ticket: { readonly reporter_id: string; readonly assignee_id: string | null };
  /** The ids of those who follow the ticket now. */
  readonly followers: ReadonlySet<string>;
  readonly actorId: string | null;
  /** In the order in which they happened. */
  readonly events: readonly ActEvent[];
}

/** Somebody whom an act may concern. */
export type Concerned = Pick<StoredUser, 'id' | 'role' | 'is_active'>;

/** One event of an act that concerns somebody, and why. */
export interface Concern {
  readonly event: ActEvent;
  readonly reason: Reason;
}

/**
 * Everything of an act that concerns this person, what says most first. Nothing concerns the actor, people who are gone,
 * and people who may not open the ticket; an internal comment concerns developers only.
 */
export function concernsOf(person: Concerned, act: Act): Concern[] {
  if (person.id === act.actorId || person.is_active === 0 || !mayOpen(person, act.ticket)) return [];
  return act.events
    .flatMap((event) => {
      const reason = reasonFor(person, event, act);
      return reason === null ? [] : [{ event, reason }];
    })
    .sort((a, b) => rankOf(a) - rankOf(b));
}

/** Whether an event may leave anybody a notice. When not, nobody has to be read. */
export const mayLeaveNotice = (event: ActEvent): boolean =>
  event.name === 'ticket.updated'
    ? event.payload.changed.includes('assignee_id')
    : event.name !== 'ticket.created' && event.name !== 'task.synced';

/** Of what somebody follows, a change of status says more than a comment. */
const FOLLOWED_EVENTS: readonly EventName[] = ['ticket.closed', 'ticket.status_changed', 'comment.created'];

const rankOf = ({ reason, event }: Concern): number =>
  REASONS.indexOf(reason) * 10 + FOLLOWED_EVENTS.indexOf(event.name);

function reasonFor(person: Concerned, event: ActEvent, act: Act): Reason | null {
  const { ticket, followers } = act;
  const isOnTicket = person.id === ticket.reporter_id || person.id === ticket.assignee_id;
  const otherwise = followers.has(person.id) ? 'followed' : null;
  switch (event.name) {
    case 'ticket.created':
      return person.role === 'developer' ? 'created' : null;
    case 'ticket.closed':
      return isOnTicket ? 'closed' : otherwise;
    case 'ticket.status_changed':
      if (!isOnTicket) return otherwise;
      return event.payload.old_status === 'closed' ? 'reopened' : 'status_changed';
    case 'ticket.updated':
      return person.id === ticket.assignee_id && isGivenTo(person.id, event) ? 'assigned' : null;
    case 'comment.created':
      if (event.payload.is_internal && !readsInternals(person)) return null;
      if (event.internals.mentioned?.includes(person.id)) return 'mentioned';
      return isOnTicket ? 'replied' : otherwise;
    case 'task.synced':
      return null;
  }
}

/** Whether a change gave the ticket to this person. An older version did not record the new assignee: then it is who has it now. */
function isGivenTo(id: string, { payload, internals }: Extract<ActEvent, { name: 'ticket.updated' }>): boolean {
  const { new_assignee_id = id } = internals;
  return payload.changed.includes('assignee_id') && new_assignee_id === id;
}
