import { type Actor, type Connection, compiled, type Work } from '#platform';
import type { FollowerTable } from '#records';

const ofTicket = compiled((db, p: { ticket: string }) =>
  db.selectFrom('ticket_followers').select('user_id').where('ticket_id', '=', p.ticket),
);

const one = compiled((db, p: FollowerTable) =>
  db
    .selectFrom('ticket_followers')
    .select('user_id')
    .where('ticket_id', '=', p.ticket_id)
    .where('user_id', '=', p.user_id),
);

const insert = compiled((db, p: FollowerTable) =>
  db
    .insertInto('ticket_followers')
    .values({ ticket_id: p.ticket_id, user_id: p.user_id })
    .onConflict((conflict) => conflict.columns(['ticket_id', 'user_id']).doNothing()),
);

const remove = compiled((db, p: FollowerTable) =>
  db.deleteFrom('ticket_followers').where('ticket_id', '=', p.ticket_id).where('user_id', '=', p.user_id),
);

/** Who follows which tickets. */
export class FollowerStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The ids of those who follow a ticket. */
  async ofTicket(ticket: string): Promise<string[]> {
    return (await this.#connection.all(ofTicket, { ticket })).map(({ user_id }) => user_id);
  }

  async has(follower: FollowerTable): Promise<boolean> {
    return (await this.#connection.first(one, follower)) !== undefined;
  }

  async add(follower: FollowerTable): Promise<void> {
    await this.#connection.change(insert, follower);
  }

  async remove(follower: FollowerTable): Promise<void> {
    await this.#connection.change(remove, follower);
  }
}

/** The ids of those who follow a ticket. */
export const followersOfTicket = (work: Work<Actor>, ticket: string) => work.of(FollowerStore).ofTicket(ticket);
