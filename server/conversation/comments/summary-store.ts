import { sql } from 'kysely';
import { formOfScope, inScope, isApartColumn, type ScopeValues, scopeValues, type TicketScope } from '#access';
import { type Actor, compiled, compiledForms, type Instant, Store, type Work } from '#platform';

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * By the public comments and the changes of status: ids sort by time. A developer waits who reported to others alone. A ticket that stays without one is not written. With
 * `exists` PostgreSQL would read all comments at once.
 */
const derive = compiled((db, p: { ids: readonly string[] }, { among }) =>
  db
    .updateTable('tickets')
    .set({
      awaiting_reply_since: sql`(
        select asked.created_at from comments asked join users reporter on reporter.id = asked.user_id
        where asked.ticket_id = tickets.id and asked.user_id = tickets.reporter_id
          and (reporter.role <> 'developer' or ${isApartColumn})
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

/** A ticket that came closed waits for nobody. One whose reporter wrote here has a wait. */
const settle = compiled((db, p: { ids: readonly string[] }, { among, unindexed }) =>
  db
    .updateTable('tickets')
    .set({ awaiting_reply_since: null })
    .where((eb) => among(eb.ref('id'), p.ids))
    // An import asks of a few of them at a time: by status SQLite would read all closed ones each time.
    .where(unindexed('status'), '=', sql.lit('closed'))
    .where(unindexed('awaiting_reply_since'), 'is not', null)
    .where(
      sql<boolean>`not exists (select 1 from waits where waits.ticket_id = tickets.id and waits.ended_at is null)`,
    ),
);

/** Since when the reporters of tickets wait for an answer (docs/rules/tickets.md#who-waits-for-whom). */
export class AwaitingReplyStore extends Store {
  /** Sets it by what stands on the tickets now. */
  readonly derive = this.changes(derive);
  readonly settle = this.changes(settle);
}

export const deriveAwaitingReply = (work: Work<Actor>, ids: readonly string[]) =>
  work.of(AwaitingReplyStore).derive({ ids });

/** Tickets that an import has brought, after their waits. */
export const settleClosed = (work: Work<Actor>, ids: readonly string[]) => work.of(AwaitingReplyStore).settle({ ids });

/** Where a page starts: behind the ticket with this `updated_at` and this id. */
export interface SummaryPosition {
  readonly updatedAt: Instant;
  readonly ticketId: string;
}

export interface SummaryListing {
  /** Which tickets the reader sees with everything on them. */
  readonly scope: TicketScope;
  readonly since: Instant | null;
  readonly after: SummaryPosition | null;
  readonly limit: number;
}

const list = compiledForms(
  (listing: SummaryListing) => `${formOfScope(listing.scope)} ${listing.since !== null} ${listing.after !== null}`,
  (db, p: ScopeValues & { since: Instant; updatedAt: Instant; ticketId: string; limit: number }, listing, dialect) => {
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
    const seen = inScope(listing.scope, p, dialect);
    if (seen !== null) query = query.where(seen);
    if (listing.since !== null) query = query.where('tickets.updated_at', '>=', p.since);
    if (listing.after !== null)
      query = query.where(sql<boolean>`(tickets.updated_at, tickets.id) < (${p.updatedAt}, ${p.ticketId})`);
    return query.orderBy('tickets.updated_at', 'desc').orderBy('tickets.id', 'desc').limit(p.limit);
  },
);

const onTickets = compiled((db, p: { tickets: readonly string[] }, dialect) =>
  db
    .selectFrom('tickets')
    .innerJoin('comments', 'comments.id', 'tickets.summary_comment_id')
    .select(['tickets.id', 'comments.content'])
    .where(dialect.among(sql.ref('tickets.id'), p.tickets)),
);

/** The public closure summaries: at most one for each ticket. */
export class SummaryStore extends Store {
  /** The texts of these tickets' summaries, in any order; `id` is the ticket's. */
  readonly onTickets = this.all(onTickets);

  /** The summary of the ticket that was updated last comes first. */
  list(listing: SummaryListing) {
    const { scope, since, after, limit } = listing;
    const from = { since: since ?? '', updatedAt: after?.updatedAt ?? '', ticketId: after?.ticketId ?? '' };
    return this.connection.all(list(listing), { ...scopeValues(scope), ...from, limit });
  }
}

export type StoredSummary = Awaited<ReturnType<SummaryStore['list']>>[number];

export const summariesOnTickets = (work: Work<Actor>, ids: readonly string[]) =>
  work.of(SummaryStore).onTickets({ tickets: ids });
