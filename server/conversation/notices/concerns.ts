import { addedPeople, type Reader, readsInternals, standing, type TicketFacts, withSight } from '#access';
import type { EventName, TellingReason } from '#contract/words.ts';
import { NOTICE_REASONS } from '#contract/words.ts';
import { findUsers, type StoredUser } from '#people';
import type { ActEvent, Actor, Work } from '#platform';

/** Reads everybody whom an act may concern: followers, reporter and assignee of its ticket, and whom its events name. */
export async function readConcerned(
  work: Work<Actor>,
  { ticket, followers }: Pick<ActOnTicket, 'ticket' | 'followers'>,
  events: readonly Pick<ActEvent, 'internals'>[],
): Promise<(StoredUser & Reader)[]> {
  const mentioned = events.flatMap(({ internals }) => internals.mentioned ?? []);
  const ids = new Set([ticket.reporter_id, ticket.assignee_id, ...followers, ...mentioned].filter((id) => id !== null));
  return withSight(work, await findUsers(work, [...ids]));
}

/** Pure: whom an act concerns, and why: for notices and mails alike (docs/rules/notices.md#reasons). */

/** Why an act concerns somebody, the reason that says most first. A new ticket concerns developers by mail only. */
export const REASONS = [...NOTICE_REASONS, 'created'] as const;
export type Reason = (typeof REASONS)[number];

/** Everything that one request did to one ticket. */
export interface ActOnTicket {
  /** As it is now. */
  readonly ticket: TicketFacts & { readonly reporter_id: string };
  /** The ids of those who follow the ticket now. */
  readonly followers: ReadonlySet<string>;
  readonly actorId: string | null;
  /** In the order in which they happened. */
  readonly events: readonly ActEvent[];
}

/** Somebody whom an act may concern. */
export type Concerned = Reader & Pick<StoredUser, 'is_active'>;

/** One event of an act that concerns somebody, and why. */
export interface Concern {
  readonly event: ActEvent;
  readonly reason: Reason;
}

/**
 * Everything of an act that concerns this person, what says most first. Nothing concerns the actor, people who are gone,
 * and people who may not open the ticket; an internal comment concerns developers only.
 */
export function concernsOf(person: Concerned, act: ActOnTicket): Concern[] {
  if (person.id === act.actorId || person.is_active === 0 || standing(person, act.ticket) === 'none') return [];
  return act.events
    .filter(({ internals }) => !internals.silent)
    .flatMap((event) => {
      const reason = reasonFor(person, event, act);
      return reason === null ? [] : [{ event, reason }];
    })
    .sort((a, b) => rankOf(a) - rankOf(b));
}

/** The part that a person has in a ticket, as far as an act concerns them. */
export function concernedAs(id: string, { reason }: Concern, { ticket }: Pick<ActOnTicket, 'ticket'>): TellingReason {
  if (reason === 'mentioned') return reason;
  if (reason === 'created') return 'team';
  if (reason === 'followed') return addedPeople(ticket).some((person) => person.id === id) ? 'person' : 'follower';
  if (reason !== 'assigned' && id === ticket.reporter_id) return 'reporter';
  const isWarned = reason === 'wait.warned' || reason === 'wait.missed';
  return isWarned && id !== ticket.assignee_id ? 'team' : 'assignee';
}

/** Whether an event may leave anybody a notice. When not, nobody has to be read. */
export const mayLeaveNotice = (event: ActEvent): boolean =>
  event.name === 'ticket.updated'
    ? event.payload.changed.includes('assignee_id') || event.internals.joined === true
    : NOTICED.includes(event.name);

/** Besides what changes the assignee. */
const NOTICED: readonly EventName[] = [
  'ticket.closed',
  'ticket.status_changed',
  'comment.created',
  'ticket.merged',
  'ticket.unmerged',
  'wait.warned',
  'wait.missed',
];

/** A change of status says more than a comment of what somebody follows. */
const FOLLOWED_EVENTS: readonly EventName[] = ['ticket.closed', 'ticket.status_changed', 'comment.created'];

const isMerge = ({ name }: ActEvent): boolean => name === 'ticket.merged' || name === 'ticket.unmerged';

const rankOf = ({ reason, event }: Concern): number =>
  REASONS.indexOf(reason) * 10 + FOLLOWED_EVENTS.indexOf(event.name);

function reasonFor(person: Concerned, event: ActEvent, act: ActOnTicket): Reason | null {
  const { ticket, followers } = act;
  const internals = readsInternals(standing(person, ticket));
  const isOnTicket = person.id === ticket.reporter_id || person.id === ticket.assignee_id;
  const otherwise = followers.has(person.id) ? 'followed' : null;
  switch (event.name) {
    case 'ticket.created':
      return internals ? 'created' : null;
    case 'ticket.closed':
      return isOnTicket ? 'closed' : otherwise;
    case 'ticket.merged':
    case 'ticket.unmerged':
      if (event.payload.mode === 'beside') return null;
      return isOnTicket ? 'status_changed' : otherwise;
    case 'ticket.status_changed':
      // A merge says more of the same.
      if (act.events.some(isMerge)) return null;
      if (!isOnTicket) return otherwise;
      return event.payload.old_status === 'closed' ? 'reopened' : 'status_changed';
    case 'ticket.updated':
      if (event.internals.joined === true) return person.id === ticket.assignee_id ? 'replied' : otherwise;
      return person.id === ticket.assignee_id && isGivenTo(person.id, event) ? 'assigned' : null;
    case 'comment.created':
      if (event.payload.is_internal && !internals) return null;
      if (event.internals.mentioned?.includes(person.id)) return 'mentioned';
      return isOnTicket ? 'replied' : otherwise;
    case 'wait.warned':
    case 'wait.missed':
      return internals && event.internals.mentioned?.includes(person.id) ? event.name : null;
    case 'task.synced':
    case 'ticket.person_added':
    case 'ticket.person_removed':
    case 'ticket.restricted':
    case 'ticket.shipped':
    case 'answer.told':
    case 'ticket.reference_added':
    case 'ticket.split':
      return null;
  }
}

/** Whether a change gave the ticket to this person. An older version did not record the new assignee: then it is who has it now. */
function isGivenTo(id: string, { payload, internals }: Extract<ActEvent, { name: 'ticket.updated' }>): boolean {
  const { new_assignee_id = id } = internals;
  return payload.changed.includes('assignee_id') && new_assignee_id === id;
}
