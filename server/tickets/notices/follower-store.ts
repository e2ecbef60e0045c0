import { type Actor, compiled, deleteBy, type Instant, insertOnce, Store, selectBy, type Work } from '#platform';
import type { RowOf } from '#records';

const ofTicket = selectBy('ticket_followers', 'ticket_id');
const one = selectBy('ticket_followers', 'ticket_id', 'user_id');
const insert = insertOnce('ticket_followers');
const remove = deleteBy('ticket_followers', 'ticket_id', 'user_id');

/** Who follows which tickets. */
export class FollowerStore extends Store {
  /** The ids of those who follow a ticket. */
  async ofTicket(ticket_id: string): Promise<string[]> {
    return (await this.connection.all(ofTicket, { ticket_id })).map(({ user_id }) => user_id);
  }

  async has(follower: RowOf<'ticket_followers'>): Promise<boolean> {
    return (await this.connection.first(one, follower)) !== undefined;
  }

  async add(follower: RowOf<'ticket_followers'>): Promise<void> {
    await this.connection.change(insert, follower);
  }

  async remove(follower: RowOf<'ticket_followers'>): Promise<void> {
    await this.connection.change(remove, follower);
  }
}

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
  async changed(user: string, now: Instant): Promise<void> {
    await this.connection.change(change, { user, now });
  }

  /** Everybody whose notices changed since that moment, with a number that grows with each change. */
  changedSince(since: Instant) {
    return this.connection.all(changedSince, { since });
  }
}

/** Everybody whose notices changed since that moment, with a number that grows with each change. */
export const inboxesChangedSince = (work: Work<Actor>, since: Instant) => work.of(InboxStore).changedSince(since);
