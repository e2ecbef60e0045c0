import { type Kysely, sql } from 'kysely';
import { factColumns } from '#access';
import { compiled, IMPORT_SOURCE, type Instant, insertInto, Store, selectBy } from '#platform';
import type { RowOf, Schema } from '#records';
import { TOLD_ONE_BY_ONE } from './ticket-burst.ts';

const last = compiled((db) =>
  db.selectFrom('digests').select(['until', 'pause_minutes']).orderBy('until', 'desc').limit(sql.lit(1)),
);

/** Tickets, each beside the one that was reported `TOLD_ONE_BY_ONE` tickets before it. */
const besideEarlier = (db: Kysely<Schema>) =>
  db
    .selectFrom('tickets')
    .leftJoin('tickets as earlier', (join) =>
      join.on('earlier.number', '=', sql<number>`tickets.number - ${sql.lit(TOLD_ONE_BY_ONE)}`),
    )
    .select(['tickets.created_at', 'earlier.created_at as earlier_at']);

const reported = compiled((db, p: { id: string }) => besideEarlier(db).where('tickets.id', '=', p.id));

/** New tickets that no developer was mailed one by one. */
const untold = compiled((db, p: { since: Instant; until: Instant }, dialect) =>
  besideEarlier(db)
    .innerJoin('event_outbox', 'event_outbox.aggregate_id', 'tickets.id')
    .select(['event_outbox.id as entry_id', 'routed_at', 'tickets.id as ticket_id', 'tickets.reporter_id'])
    .$narrowType<{ routed_at: Instant }>()
    .where('event_name', '=', sql.lit('ticket.created'))
    .where('routed_at', '>', p.since)
    .where('routed_at', '<=', p.until)
    // An import's record of the past is news to nobody.
    .where('event_outbox.source', '<>', sql.lit(IMPORT_SOURCE))
    .where(
      sql<boolean>`not exists (select 1 from event_deliveries where event_deliveries.entry_id = event_outbox.id
        and ${dialect.unindexed<string>('event_deliveries.channel')} = 'mail')`,
    )
    .orderBy('event_outbox.position'),
);

const insert = insertInto('digests');

const insertTicket = insertInto('digested_tickets');
const find = selectBy('digests', 'entry_id');

const list = compiled((db, p: { entry: string; reader: string }, dialect) =>
  db
    .selectFrom('digested_tickets')
    .innerJoin('tickets', 'tickets.id', 'digested_tickets.ticket_id')
    .innerJoin('users', 'users.id', 'tickets.reporter_id')
    .select(['tickets.number', 'tickets.title', 'tickets.category', 'tickets.urgency_reporter'])
    .select('users.name as reporter_name')
    .select(factColumns(dialect))
    .where('digested_tickets.entry_id', '=', p.entry)
    .where('tickets.reporter_id', '<>', p.reader)
    .orderBy('tickets.number'),
);

/** Digests: which new tickets each of them lists. */
export class DigestStore extends Store {
  /** Up to when the newest digest tells, and the pause before it if it was one of a burst. */
  readonly last = this.first(last);
  /** When a ticket was reported, and when the one that many tickets before it was; undefined when there is no such ticket. */
  readonly reported = this.first(reported);
  /** New tickets whose event was routed after `since`, up to `until`, and which nobody was mailed yet; oldest first. */
  readonly untold = this.all(untold);
  /** Whether the mails of this entry are digests. */
  readonly has = this.any(find);
  /** The tickets of a digest that the reader did not report, by number. */
  readonly list = this.all(list);

  async add(digest: RowOf<'digests'>, ticketIds: readonly string[]): Promise<void> {
    await this.connection.change(insert, digest);
    const { entry_id } = digest;
    for (const ticket_id of ticketIds) await this.connection.change(insertTicket, { entry_id, ticket_id });
  }
}

const noticesOf = compiled((db, p: { ticket: string; events: readonly string[] }, dialect) =>
  db
    .selectFrom('notices')
    .select(['user_id', 'mail_held_until', 'read_at'])
    .where('ticket_id', '=', p.ticket)
    .where(dialect.among(sql.ref('event_id'), p.events))
    .where('mail_held_until', 'is not', null)
    .$narrowType<{ mail_held_until: Instant }>(),
);

/** Mails that wait for their notices to be read (docs/rules/notices.md#mails-that-wait). */
export class HeldMailStore extends Store {
  /** Until when the mails of these events wait, and when their notices were read, by the ids of their people. */
  async ofEvents(ticket: string, events: readonly string[]) {
    const rows = await this.connection.all(noticesOf, { ticket, events });
    return new Map(rows.map(({ user_id, mail_held_until, read_at }) => [user_id, { until: mail_held_until, read_at }]));
  }
}
