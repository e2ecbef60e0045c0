import { sql } from 'kysely';
import { factColumns, isInternalField, peopleColumn } from '#access';
import type { Priority, Status } from '#contract/tickets.ts';
import { hasFewMatches } from '#memory';
import {
  type Actor,
  allSettled,
  compiled,
  compiledForms,
  type Instant,
  insertInto,
  type Query,
  Store,
  updateById,
  type Work,
} from '#platform';
import type { NewRow, RowChange } from '#records';
import { labelsColumn } from './labels/label-columns.ts';
import { type HeldTicket, type NamedRow, type NamedTicket, PRIORITY_RANK, type TicketFields } from './ticket.ts';
import { DEVELOPER_COLUMNS, namedTickets } from './ticket-columns.ts';
import {
  isWalked,
  type ListingValues,
  listingValues,
  mayBeMerged,
  partListings,
  type TicketListing,
} from './ticket-filter.ts';
import {
  isRanked,
  joinedCount,
  type PageQueries,
  plannedFor,
  rankedIds,
  rowPages,
  ticketCount,
  ticketPages,
} from './ticket-page-filter.ts';

type ChangedFields = Partial<TicketFields> & {
  readonly closed_at?: Instant | null;
  readonly awaiting_reply_since?: null;
};
type Derived = 'event_seq' | 'priority_rank' | 'status_since' | 'public_version' | 'public_updated_at';
type NewTicket = Omit<NewRow<'tickets'>, Derived>;

const insert = insertInto('tickets');

const count = compiled((db, p: { name: string; by: number }) =>
  db
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', p.by) }))
    .where('name', '=', p.name)
    .returning('value'),
);

const held = compiled((db, p: { id: string }, dialect) =>
  dialect.held(
    db
      .selectFrom('tickets')
      .select([...DEVELOPER_COLUMNS, 'tickets.public_version'])
      .select(peopleColumn)
      .select(labelsColumn)
      .where('id', '=', p.id),
  ),
);

const find = compiledForms(String, (db, p: { id: string }, internals: boolean) =>
  namedTickets(db, internals).where('tickets.id', '=', p.id),
);

const numbered = compiled((db, p: { number: number }) =>
  db.selectFrom('tickets').select('id').select(factColumns).where('number', '=', p.number),
);

const detach = compiled((db, p: { project: string; now: Instant }) =>
  db
    .updateTable('tickets')
    .set((eb) => ({
      project_id: null,
      updated_at: p.now,
      public_updated_at: p.now,
      version: eb('version', '+', 1),
      public_version: eb('public_version', '+', 1),
    }))
    .where('project_id', '=', p.project)
    .returning(['id', 'number']),
);

const update = updateById('tickets');

const descriptions = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('tickets')
    .select(['id', 'description'])
    .where(dialect.among(sql.ref('tickets.id'), p.ids)),
);

export class TicketStore extends Store {
  readonly numbered = this.first(numbered);
  /** Takes every ticket out of a project that is being removed, and answers which. */
  readonly detachFrom = this.all(detach);
  /** The descriptions of these tickets, in any order. */
  readonly descriptions = this.all(descriptions);

  /** Counts the next number up. The transaction holds the counter to its end, so numbers have neither gaps nor repeats. */
  async nextNumber(): Promise<number> {
    return (await this.connection.only(count, { name: 'ticket_number', by: 1 })).value;
  }

  async add(ticket: NewTicket): Promise<void> {
    const { created_at: status_since, version: public_version, updated_at: public_updated_at } = ticket;
    const derived = { priority_rank: PRIORITY_RANK[ticket.priority], status_since, event_seq: 0 };
    await allSettled([
      this.connection.change(insert, { ...ticket, ...derived, public_version, public_updated_at }),
      this.#countMove(null, ticket.status),
    ]);
  }

  /** Holds a ticket and reads it with everything that developers may read. */
  hold(id: string): Promise<HeldTicket | undefined> {
    return this.connection.first(held, { id });
  }

  find(id: string, internals: boolean): Promise<NamedTicket | undefined> {
    return this.connection.first(find(internals), { id });
  }

  /** The id of the ticket with this number. */
  async idOf(number: number): Promise<string | undefined> {
    return (await this.numbered({ number }))?.id;
  }

  list(listing: TicketListing): Promise<NamedTicket[]> {
    return merged(listing, (part) => this.#page(part, ticketPages));
  }

  /** The same page as rows. */
  rows(listing: TicketListing): Promise<NamedRow[]> {
    return merged(listing, (part) => this.#page(part, rowPages));
  }

  /** The number of tickets on all pages together. */
  async count(listing: TicketListing): Promise<number> {
    const counted = await Promise.all(partListings(listing).map((part) => this.#countPart(part)));
    return counted.reduce((sum, count) => sum + count, 0);
  }

  async #countPart(part: TicketListing): Promise<number> {
    const one = async (wanted: TicketListing, query: typeof ticketCount) =>
      (await this.#run(wanted, query))[0]?.count ?? 0;
    if (part.search !== null || !mayBeMerged(part) || isWalked(part)) return one(part, ticketCount);
    const [all, joined] = await Promise.all([one({ ...part, merged: true }, ticketCount), one(part, joinedCount)]);
    return all - joined;
  }

  /** A ranked page of PostgreSQL in two steps: only the first is planned anew each time, and it names few tables. */
  async #page<R>(listing: TicketListing, { page, ofIds }: PageQueries<R>): Promise<R[]> {
    if (!isRanked(listing) || !this.connection.dialect.search.countsFirst) return this.#run(listing, page);
    const ids = await rankedIds(this.connection, listing);
    return ids.length === 0 ? [] : this.connection.all(ofIds(listing), { ids });
  }

  async #run<R>(listing: TicketListing, queryOf: (wanted: TicketListing) => Query<ListingValues, R>): Promise<R[]> {
    const few = listing.search !== null && (await hasFewMatches(this.connection, listing.search));
    const wanted = { ...listing, few };
    const values = listingValues(wanted, this.connection.dialect);
    return this.connection.all(plannedFor(wanted, queryOf(wanted)), values);
  }

  /**
   * Writes changed fields of a ticket that the caller holds, and counts its version up: the reporter's, too, unless only
   * developers read what changed.
   */
  async change(before: HeldTicket, fields: ChangedFields, now: Instant): Promise<void> {
    const rank = fields.priority ? { priority_rank: PRIORITY_RANK[fields.priority] } : {};
    const moved = fields.status && fields.status !== before.status ? fields.status : null;
    const since = moved === null ? {} : { status_since: now };
    const reopened = moved !== null && before.status === 'closed' ? { was_closed: true } : {};
    const isPublic = Object.keys(fields).some((field) => !isInternalField(field));
    const seen = isPublic ? { public_updated_at: now, public_version: before.public_version + 1 } : {};
    const moving = { updated_at: now, version: before.version + 1, ...seen };
    await this.set(before.id, { ...fields, ...rank, ...since, ...reopened, ...moving });
    if (moved !== null) await this.#countMove(before.status, moved);
  }

  /**
   * Moves a ticket to another status because it was joined to another one, or is on its own again: a ticket that was joined
   * counts in no status, and leaving `closed` in this way says nothing of its answer.
   *
   * @param counted the statuses in which it was counted, and is counted from now on.
   */
  async moveMerged(
    { id, version, public_version }: HeldTicket,
    fields: { readonly status: Status; readonly closed_at: Instant | null },
    counted: { readonly from: Status | null; readonly to: Status | null },
    now: Instant,
  ): Promise<void> {
    const moving = { status_since: now, updated_at: now, public_updated_at: now };
    await this.set(id, { ...fields, ...moving, version: version + 1, public_version: public_version + 1 });
    await this.#countMove(counted.from, counted.to);
  }

  /** Sets columns that no version counts. */
  async set(id: string, changes: RowChange<'tickets'>): Promise<void> {
    await this.connection.change(update(changes), { ...changes, id });
  }

  /** Sets `updated_at` after something was added that every reader sees. The ticket's fields and version stay. */
  touch(id: string, now: Instant): Promise<void> {
    return this.set(id, { updated_at: now, public_updated_at: now });
  }

  /** Keeps the totals by status, always in alphabetical order, so that two transactions never deadlock. */
  async #countMove(from: Status | null, to: Status | null): Promise<void> {
    const counted = (status: Status | null, by: number) => (status === null ? [] : [{ name: `status:${status}`, by }]);
    const moves = [...counted(to, 1), ...counted(from, -1)];
    for (const move of moves.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      await this.connection.change(count, move);
    }
  }
}

export const findNamedTicket = (work: Work<Actor>, id: string, internals: boolean) =>
  work.of(TicketStore).find(id, internals);

export const ticketIdOf = (work: Work<Actor>, number: number) => work.of(TicketStore).idOf(number);

interface Sorted {
  readonly id: string;
  readonly number: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly priority: Priority;
  readonly awaiting_reply_since: Instant | null;
}

const sortValue = (ticket: Sorted, sort: TicketListing['sort']): string | number => {
  if (sort === 'priority') return PRIORITY_RANK[ticket.priority];
  if (sort === 'rank') return ticket.number;
  return ticket[sort] ?? '';
};

/** One page of all parts together, in the order of the listing. @param find reads as many tickets of a part. */
export async function merged<T extends Sorted>(
  listing: TicketListing,
  find: (part: TicketListing) => Promise<T[]>,
): Promise<T[]> {
  const [first = [], ...others] = await Promise.all(partListings(listing).map(find));
  const more = others.flat();
  if (more.length === 0) return first;
  const direction = listing.ascending ? 1 : -1;
  const order = (a: T, b: T): number => {
    const [one, other] = [sortValue(a, listing.sort), sortValue(b, listing.sort)];
    if (one === other) return a.id < b.id ? -direction : direction;
    return one < other ? -direction : direction;
  };
  return [...first, ...more].sort(order).slice(0, listing.limit);
}
