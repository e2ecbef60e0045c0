import { type ActEvent, type Actor, allSettled, MINUTE, shifted, type Work } from '#platform';
import { readConcerned } from './concerned-people.ts';
import { type Concern, concernsOf, mayLeaveNotice } from './concerns.ts';
import { FollowerStore } from './follower-store.ts';
import { InboxStore } from './inbox-store.ts';
import { readMailDelay } from './mail-delay.ts';
import { NoticeStore, type StoredNotice } from './notice-store.ts';

type NewNotice = Pick<StoredNotice, 'user_id' | 'reason' | 'ticket_id' | 'comment_id' | 'event_id'>;

/**
 * Leaves a notice for everybody whom this transaction concerns, one a person and ticket. It runs last in each write that
 * records events, so that it sees all that the request did (docs/rules/notices.md#the-inbox).
 */
export async function recordNotices(work: Work<Actor>): Promise<void> {
  const acts = [...Map.groupBy(work.recorded, (event) => event.ticketId)].filter(([, events]) =>
    events.some(mayLeaveNotice),
  );
  if (acts.length === 0) return;
  const [delay, ...found] = await allSettled([
    readMailDelay(work),
    ...acts.map(([ticketId, events]) => noticesOf(work, ticketId, events)),
  ]);
  const notices = found.flat();
  const mail_held_until = delay === 0 ? null : shifted(work.now, delay * MINUTE);
  // In one order, so that two writers never wait for each other's inboxes.
  const sorted = notices.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1));
  const actor_id = work.actor?.id ?? null;
  await allSettled(
    sorted.flatMap((notice) => [
      work.of(NoticeStore).add({ ...notice, id: work.newId(), actor_id, created_at: work.now, mail_held_until }),
      work.of(InboxStore).changed(notice.user_id, work.now),
    ]),
  );
}

async function noticesOf(work: Work<Actor>, ticketId: string, events: readonly ActEvent[]): Promise<NewNotice[]> {
  const [ticket, following] = await allSettled([
    work.of(NoticeStore).ticket(ticketId),
    work.of(FollowerStore).ofTicket(ticketId),
  ]);
  if (ticket === undefined) return [];
  const act = { ticket, followers: new Set(following), actorId: work.actor?.id ?? null, events };
  const people = await readConcerned(work, act, events);
  return people.flatMap((person) => {
    const [concern] = concernsOf(person, act);
    if (concern === undefined || concern.reason === 'created') return [];
    const { event, reason } = concern;
    return [
      { user_id: person.id, reason, ticket_id: ticketId, comment_id: commentOf(concern), event_id: event.eventId },
    ];
  });
}

/** The comment that a notice is about; of a closing, the answer. */
function commentOf({ event, reason }: Concern): string | null {
  if (event.name === 'comment.created') return event.payload.comment_id;
  return event.name === 'ticket.closed' && reason === 'closed' ? event.payload.closure_comment_id : null;
}
