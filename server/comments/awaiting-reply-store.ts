import { sql } from 'kysely';
import type { Instant } from '../clock.ts';
import { compiled } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const set = compiled((db, p: { id: string; since: Instant | null }) =>
  db.updateTable('tickets').set({ awaiting_reply_since: p.since }).where('id', '=', p.id),
);

/**
 * By the public comments and the changes of status: ids sort by time. A ticket that stays without one is not written. Of
 * `exists` PostgreSQL would read all comments at once.
 */
const derive = compiled((db, p: { ids: string }, { among }) =>
  db
    .updateTable('tickets')
    .set({
      awaiting_reply_since: sql`(
        select asked.created_at from comments asked join users reporter on reporter.id = asked.user_id
        where asked.ticket_id = tickets.id and asked.user_id = tickets.reporter_id and reporter.role <> 'developer'
          and asked.is_internal = false and asked.is_developer = false
          and asked.id > coalesce((
            select answer.id from comments answer
            where answer.ticket_id = tickets.id and answer.is_internal = false and answer.is_developer = true
            order by answer.id desc limit 1), ${sql.lit(BEFORE_ALL)})
          and asked.id > coalesce((
            select move.id from ticket_history move
            where move.ticket_id = tickets.id and move.field = 'status' and move.user_id <> tickets.reporter_id
            order by move.id desc limit 1), ${sql.lit(BEFORE_ALL)})
        order by asked.id limit 1)`,
    })
    .where((eb) => among(eb.ref('id'), p.ids))
    .where(sql<boolean>`(awaiting_reply_since is not null or (
      select asked.id from comments asked where asked.ticket_id = tickets.id and asked.user_id = tickets.reporter_id
      limit 1) is not null)`),
);

/** Since when the reporters of tickets wait for an answer (docs/rules/tickets.md#who-waits-for-whom). */
export class AwaitingReplyStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @param since null for a reporter who does not wait. */
  async set(id: string, since: Instant | null): Promise<void> {
    await this.#connection.change(set, { id, since });
  }

  /** Sets it by what stands on the tickets now. */
  async derive(ids: readonly string[]): Promise<void> {
    await this.#connection.change(derive, { ids: JSON.stringify(ids) });
  }
}
