import { sql } from 'kysely';
import type { Instant } from '../clock.ts';
import { compiled, compiledForms } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';

/** Where a page starts: behind the ticket with this `updated_at` and this id. */
export interface SummaryPosition {
  readonly updatedAt: Instant;
  readonly ticketId: string;
}

export interface SummaryListing {
  readonly since: Instant | null;
  readonly after: SummaryPosition | null;
  readonly limit: number;
}

const list = compiledForms(
  (wanted: SummaryListing) => `${wanted.since !== null} ${wanted.after !== null}`,
  (db, p: { since: Instant; updatedAt: Instant; ticketId: string; limit: number }, wanted) => {
    let query = db
      .selectFrom('tickets')
      .innerJoin('comments', 'comments.id', 'tickets.summary_comment_id')
      .innerJoin('users', 'users.id', 'comments.user_id')
      .select([
        'comments.id as summary_comment_id',
        'comments.content as summary_content',
        'comments.created_at as summary_created_at',
        'users.name as summary_author_name',
        'users.email as summary_author_email',
        'tickets.id as ticket_id',
        'tickets.number as ticket_number',
        'tickets.title as ticket_title',
        'tickets.status as ticket_status',
        'tickets.priority as ticket_priority',
        'tickets.category as ticket_category',
        'tickets.updated_at as ticket_updated_at',
      ])
      // The join implies it, but the planner needs it to use the partial index of tickets with a summary.
      .where('tickets.summary_comment_id', 'is not', null);
    if (wanted.since !== null) query = query.where('tickets.updated_at', '>=', p.since);
    if (wanted.after !== null)
      query = query.where(sql<boolean>`(tickets.updated_at, tickets.id) < (${p.updatedAt}, ${p.ticketId})`);
    return query.orderBy('tickets.updated_at', 'desc').orderBy('tickets.id', 'desc').limit(p.limit);
  },
);

const onTickets = compiled((db, p: { tickets: string }, dialect) =>
  db
    .selectFrom('tickets')
    .innerJoin('comments', 'comments.id', 'tickets.summary_comment_id')
    .select(['tickets.id', 'comments.content'])
    .where(dialect.among(sql.ref('tickets.id'), p.tickets)),
);

/** The public closure summaries: at most one for each ticket. */
export class SummaryStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The texts of these tickets' summaries, in any order; `id` is the ticket's. */
  onTickets(ids: readonly string[]): Promise<{ id: string; content: string }[]> {
    return this.#connection.all(onTickets, { tickets: JSON.stringify(ids) });
  }

  /** The summary of the ticket that was updated last comes first. */
  list(wanted: SummaryListing) {
    const { since, after, limit } = wanted;
    const values = { since: since ?? '', updatedAt: after?.updatedAt ?? '', ticketId: after?.ticketId ?? '', limit };
    return this.#connection.all(list(wanted), values);
  }
}

export type StoredSummary = Awaited<ReturnType<SummaryStore['list']>>[number];
