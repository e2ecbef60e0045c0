import { sql } from 'kysely';
import { type Connection, compiled, type Instant } from '#platform';

const noticesOf = compiled((db, p: { ticket: string; events: string }, dialect) =>
  db
    .selectFrom('notices')
    .select(['user_id', 'mail_held_until', 'read_at'])
    .where('ticket_id', '=', p.ticket)
    .where(dialect.among(sql.ref('event_id'), p.events))
    .where('mail_held_until', 'is not', null)
    .$narrowType<{ mail_held_until: Instant }>(),
);

/** Mails that wait for their notices to be read (docs/rules/notices.md#mails-that-wait). */
export class HeldMailStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Until when the mails of these events wait, and when their notices were read, by the ids of their people. */
  async ofEvents(ticket: string, events: readonly string[]) {
    const found = await this.#connection.all(noticesOf, { ticket, events: JSON.stringify(events) });
    return new Map(
      found.map(({ user_id, mail_held_until, read_at }) => [user_id, { until: mail_held_until, read_at }]),
    );
  }
}
