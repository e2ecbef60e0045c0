import { addedPeople, isConcealed, readsInternals, standing, withSight } from '#access';
import type { Mentionable } from '#contract/comments.ts';
import type { Notice, NoticesRead, UnreadCount } from '#contract/notices.ts';
import { mayBeMentioned } from '#memory';
import { mentionableUsers } from '#people';
import {
  type ActEvent,
  type Actor,
  allSettled,
  compiled,
  DAY,
  deleteBy,
  Failure,
  fold,
  HOUR,
  type Instant,
  insertOnce,
  isDeveloper,
  MINUTE,
  momentAt,
  type NewLine,
  olderThan,
  pageWithin,
  type StaleRows,
  Store,
  selectBy,
  shifted,
  type Work,
} from '#platform';
import { storedSetting } from '#settings';
import type { OpenTicket } from '../ticket-gate.ts';
import { type Concern, concernedAs, concernsOf, mayLeaveNotice, readConcerned } from './concerns.ts';
import { type NoticeListing, NoticeStore, type StoredNotice } from './notice-store.ts';

/** Lets the caller follow a ticket; they may do so already. @throws Failure `forbidden`. */
export async function startFollowing(work: Work, ticket: OpenTicket): Promise<void> {
  permitFollowing(work, ticket);
  if (await work.of(FollowerStore).add({ ticket_id: ticket.id, user_id: work.actor.id }))
    work.lines.push(followingLine(work, ticket, true));
}

const followingLine = ({ actor }: Work, ticket: OpenTicket, isOn: boolean): NewLine => ({
  ...{ ticketId: ticket.id, thing: { type: 'user', id: actor.id }, ownerId: actor.id },
  ...{ field: 'following', old: !isOn, new: isOn },
});

/** A reporter is told without following. @throws Failure `forbidden`. */
function permitFollowing({ actor }: Work, ticket: OpenTicket): void {
  if (standing(actor, ticket) === 'reporter')
    throw new Failure('forbidden', { message: 'Only developers follow tickets; you are told of yours anyway.' });
}

/** Lets the caller follow a ticket no longer, if they do. @throws Failure `forbidden`. */
export async function stopFollowing(work: Work, ticket: OpenTicket): Promise<void> {
  permitFollowing(work, ticket);
  if (await unfollow(work, ticket.id, work.actor.id)) work.lines.push(followingLine(work, ticket, false));
}

/** More people than any team has. */
const EVERYBODY = 10_000;

/** How many people are offered. */
const MOST_OFFERED = 10;

/**
 * The people whom a comment on this ticket may name, by name.
 *
 * @param find reads the ticket.
 * @param q a part of their names; empty for anybody.
 * @throws Failure `forbidden` when a reporter asks about internal comments, and what `find` throws.
 */
export async function listMentionable(
  work: Work,
  find: () => Promise<OpenTicket>,
  { q, isInternal }: { readonly q: string; readonly isInternal: boolean },
): Promise<Mentionable[]> {
  const refused = new Failure('forbidden', {
    message: 'Only developers write internal comments. Leave internal out.',
  });
  if (isInternal && !isDeveloper(work.actor)) throw refused;
  const ticket = await find();
  if (isInternal && !readsInternals(standing(work.actor, ticket))) throw refused;
  const others = [ticket.reporter_id, ...addedPeople(ticket).map(({ id }) => id)];
  const most = isConcealed(work.actor, ticket) ? EVERYBODY : MOST_OFFERED + 1;
  const people = await withSight(work, await mentionableUsers(work, others, fold(q), most));
  return people
    .filter((person) => mayBeMentioned(person, ticket, isInternal))
    .slice(0, MOST_OFFERED)
    .map(({ id, name, role }) => ({ id, name, role }));
}

/** A page of the caller's notices, newest first, and the cursor of the next page. */
export async function listNotices(
  work: Work,
  listing: NoticeListing,
): Promise<{ items: Notice[]; next: string | null }> {
  const notices = await work.of(NoticeStore).list(work.actor, { ...listing, limit: listing.limit + 1 });
  return pageWithin(notices, listing.limit, ({ id }) => id);
}

/** How many minutes the mail of a notice waits: the setting `mail_delay_minutes`, which no environment gives. */
export async function readMailDelay(work: Work<Actor>): Promise<number> {
  const stored = await storedSetting(work, 'mail_delay_minutes');
  return stored === undefined ? 0 : Number(JSON.parse(stored));
}

/** Marks notices of the caller as read; ids that name none of them are ignored. @throws Failure `validation_error`. */
export async function markNoticesRead(work: Work, { until, ...named }: NoticesRead): Promise<UnreadCount> {
  const moment = momentAt('until', until);
  const marked = await work
    .of(NoticeStore)
    .markRead(work.actor.id, moment === null ? named : { until: moment }, work.now);
  return countChanged(work, marked);
}

/** Marks notices of the caller as unread again, all of them or none. @throws Failure `notice_not_found`. */
export async function markNoticesUnread(work: Work, ids: readonly string[]): Promise<UnreadCount> {
  const count = await work.of(NoticeStore).countNamed(work.actor, ids);
  if (count < new Set(ids).size) throw new Failure('notice_not_found');
  return countChanged(work, await work.of(NoticeStore).markUnread({ user: work.actor.id, ids }));
}

async function countChanged(work: Work, marked: number): Promise<UnreadCount> {
  if (marked > 0) {
    await work.of(InboxStore).changed({ user: work.actor.id, now: work.now });
    // The person's other browsers are to know at once.
    work.hasRecorded = true;
  }
  return { unread: await work.of(NoticeStore).countUnread(work.actor) };
}

type NewNotice = Pick<
  StoredNotice,
  'user_id' | 'reason' | 'ticket_id' | 'comment_id' | 'event_id' | 'event_name' | 'why' | 'aside_id'
>;

/**
 * Leaves a notice for everybody whom this transaction concerns, one a person and ticket. It runs last in each write that
 * records events, so that it sees all that the request did (docs/rules/notices.md#the-inbox).
 */
export async function recordNotices(work: Work<Actor>): Promise<void> {
  await leaveTold(work);
  const acts = [...Map.groupBy(work.recorded, (event) => event.ticketId)].filter(([, events]) =>
    events.some(mayLeaveNotice),
  );
  if (acts.length === 0) return;
  const [delay, ...perAct] = await allSettled([
    readMailDelay(work),
    ...acts.map(([ticketId, events]) => noticesOf(work, ticketId, events)),
  ]);
  const mail_held_until = delay === 0 ? null : shifted(work.now, delay * MINUTE);
  const notices = perAct.flat().map((notice) => ({ ...notice, mail_held_until, project_id: null }));
  await leaveAll(work, notices);
}

/** Leaves a notice for everybody whom an event tells that asked. */
async function leaveTold(work: Work<Actor>): Promise<void> {
  const notices = work.recorded.flatMap(({ eventId, name, ticketId, internals }) =>
    (internals.told ?? []).map(({ user, ticket, comment, why }) => ({
      ...{ user_id: user, reason: reasonToTell(work), ticket_id: ticket, comment_id: comment, event_id: eventId },
      ...{ event_name: name, why: why ?? ('asker' as const), aside_id: ticket === null ? ticketId : null },
      ...{ mail_held_until: null, project_id: null },
    })),
  );
  await leaveAll(work, notices);
}

const reasonToTell = ({ act }: Work<Actor>) => (act.undoes === null ? ('told' as const) : ('undone' as const));

/** Removes the unread notices of events that were taken back. */
export async function takeNoticesBack(work: Work<Actor>, events: readonly string[]): Promise<void> {
  for (const user of await work.of(NoticeStore).removeUnread(events))
    await work.of(InboxStore).changed({ user, now: work.now });
}

type LeftNotice = NewNotice & Pick<StoredNotice, 'mail_held_until' | 'project_id'>;

/** Leaves notices in one order, so that two writers never wait for each other's inboxes. */
async function leaveAll(work: Work<Actor>, notices: readonly LeftNotice[]): Promise<void> {
  const sorted = notices.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1));
  await allSettled(sorted.flatMap((notice) => leave(work, notice)));
}

function leave(work: Work<Actor>, notice: LeftNotice) {
  const { actor, now: created_at } = work;
  return [
    work.of(NoticeStore).add({ ...notice, id: work.newId(), actor_id: actor?.id ?? null, created_at }),
    work.of(InboxStore).changed({ user: notice.user_id, now: work.now }),
  ];
}

/** Leaves a notice of a project for a person. @param event of which it tells. */
export async function leaveProjectNotice(
  work: Work<Actor>,
  { user_id, reason, event_id, project_id }: Pick<StoredNotice, 'user_id' | 'reason' | 'event_id' | 'project_id'>,
): Promise<void> {
  const about = {
    ticket_id: null,
    comment_id: null,
    mail_held_until: null,
    event_name: null,
    why: null,
    aside_id: null,
  };
  await allSettled(leave(work, { user_id, reason, event_id, project_id, ...about }));
}

async function noticesOf(work: Work<Actor>, ticketId: string, events: readonly ActEvent[]): Promise<NewNotice[]> {
  const [ticket, following] = await allSettled([
    work.of(NoticeStore).ticket({ id: ticketId }),
    work.of(FollowerStore).ofTicket(ticketId),
  ]);
  if (ticket === undefined) return [];
  const added = addedPeople(ticket).map(({ id }) => id);
  const act = { ticket, followers: new Set([...following, ...added]), actorId: work.actor?.id ?? null, events };
  const people = await readConcerned(work, act, events);
  return people.flatMap((person) => {
    const [concern] = concernsOf(person, act);
    if (concern === undefined || concern.reason === 'created') return [];
    const { event, reason } = concern;
    return [
      {
        ...{ user_id: person.id, reason, ticket_id: ticketId, comment_id: commentOf(concern), event_id: event.eventId },
        ...{ event_name: event.name, why: concernedAs(person.id, concern, act), aside_id: null },
      },
    ];
  });
}

/** The comment that a notice is about; of a closing, the answer. */
function commentOf({ event, reason }: Concern): string | null {
  if (event.name === 'comment.created') return event.payload.comment_id;
  return event.name === 'ticket.closed' && reason === 'closed' ? event.payload.closure_comment_id : null;
}

/** Notices of 90 days ago, and what streams were told of changed comments. */
export const staleNotices: StaleRows = {
  notices: (work, most) => work.of(NoticeStore).forget(shifted(work.now, -90 * DAY), most),
  'changed comments': olderThan('changed_comments', 'changed_at', HOUR),
};

const ofTicket = selectBy('ticket_followers', 'ticket_id');
const follower = selectBy('ticket_followers', 'ticket_id', 'user_id');
const insert = insertOnce('ticket_followers');
const remove = deleteBy('ticket_followers', 'ticket_id', 'user_id');

class FollowerStore extends Store {
  readonly has = this.any(follower);
  readonly add = this.changes(insert);
  readonly remove = this.changes(remove);

  /** The ids of those who follow a ticket. */
  async ofTicket(ticket_id: string): Promise<string[]> {
    return (await this.connection.all(ofTicket, { ticket_id })).map(({ user_id }) => user_id);
  }
}

/** Whether the caller follows a ticket. */
export const isFollowing = (work: Work, ticket: string): Promise<boolean> =>
  work.of(FollowerStore).has({ ticket_id: ticket, user_id: work.actor.id });

/** Lets somebody follow a ticket no longer. */
export const unfollow = (work: Work<Actor>, ticket: string, user: string) =>
  work.of(FollowerStore).remove({ ticket_id: ticket, user_id: user });

/** The ids of those who follow a ticket. */
export const followersOfTicket = (work: Work<Actor>, ticket: string) => work.of(FollowerStore).ofTicket(ticket);

const change = compiled((db, p: { user: string; now: Instant }) =>
  db
    .insertInto('inboxes')
    .values({ user_id: p.user, revision: 1, changed_at: p.now })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        revision: eb('inboxes.revision', '+', 1),
        changed_at: p.now,
      })),
    ),
);

const changedSince = compiled((db, p: { since: Instant }) =>
  db.selectFrom('inboxes').select(['user_id', 'revision']).where('changed_at', '>=', p.since),
);

/** Whose notices changed, for the live stream. */
export class InboxStore extends Store {
  /** Notes that a person's notices changed. Others who change them wait until the transaction ends. */
  readonly changed = this.changes(change);
  /** Everybody whose notices changed since that moment, with a number that grows with each change. */
  readonly changedSince = this.all(changedSince);
}

/** Everybody whose notices changed since that moment, with a number that grows with each change. */
export const inboxesChangedSince = (work: Work<Actor>, since: Instant) => work.of(InboxStore).changedSince({ since });
