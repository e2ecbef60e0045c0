import { type Actor, type Connection, compiled, type Instant, type Work } from '#platform';

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
export class InboxStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Notes that a person's notices changed. Others who change them wait until the transaction ends. */
  async changed(user: string, now: Instant): Promise<void> {
    await this.#connection.change(change, { user, now });
  }

  /** Everybody whose notices changed since that moment, with a number that grows with each change. */
  changedSince(since: Instant) {
    return this.#connection.all(changedSince, { since });
  }
}

/** Everybody whose notices changed since that moment, with a number that grows with each change. */
export const inboxesChangedSince = (work: Work<Actor>, since: Instant) => work.of(InboxStore).changedSince(since);
