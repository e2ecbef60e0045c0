import { type Actor, compiled, deleteBy, type Instant, insertOnce, Store, selectBy, type Work } from '#platform';

const ofTicket = selectBy('ticket_followers', 'ticket_id');
const one = selectBy('ticket_followers', 'ticket_id', 'user_id');
const insert = insertOnce('ticket_followers');
const remove = deleteBy('ticket_followers', 'ticket_id', 'user_id');

/** Who follows which tickets. */
export class FollowerStore extends Store {
  readonly has = this.any(one);
  readonly add = this.changes(insert);
  readonly remove = this.changes(remove);

  /** The ids of those who follow a ticket. */
  async ofTicket(ticket_id: string): Promise<string[]> {
    return (await this.connection.all(ofTicket, { ticket_id })).map(({ user_id }) => user_id);
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
  readonly changed = this.changes(change);
  /** Everybody whose notices changed since that moment, with a number that grows with each change. */
  readonly changedSince = this.all(changedSince);
}

/** Everybody whose notices changed since that moment, with a number that grows with each change. */
export const inboxesChangedSince = (work: Work<Actor>, since: Instant) => work.of(InboxStore).changedSince({ since });
