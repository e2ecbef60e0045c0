import { sql } from 'kysely';
import { factColumns, isRestrictedColumn, peopleColumn } from '#access';
import type { Status } from '#contract/words.ts';
import { withWaitTimes } from '#conversation';
import {
  type Actor,
  allSettled,
  compiled,
  compiledForms,
  type Instant,
  insertInto,
  Store,
  updateById,
  type Work,
} from '#platform';
import type { NewRow, RowChange } from '#records';
import { fieldColumns, hasFieldsColumn } from './field-columns.ts';
import { labelsColumn } from './label-columns.ts';
import { type HeldTicket, type NamedTicket, PRIORITY_RANK, type TicketFields } from './ticket.ts';
import { DEVELOPER_COLUMNS, namedTickets } from './ticket-columns.ts';

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
      .select([...DEVELOPER_COLUMNS, 'tickets.public_version', 'tickets.status_since'])
      .select(peopleColumn(dialect))
      .select(labelsColumn)
      .select(hasFieldsColumn.as('has_fields'))
      .where('id', '=', p.id),
  ),
);

const idsHeld = compiled((db, p: { ids: readonly string[] }, dialect) =>
  dialect.held(
    db
      .selectFrom('tickets')
      .select('tickets.id')
      .where(dialect.among(sql.ref('tickets.id'), p.ids))
      .orderBy('tickets.id'),
  ),
);

const among = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('tickets')
    .select([...DEVELOPER_COLUMNS, 'tickets.public_version', 'tickets.status_since'])
    .select(peopleColumn(dialect))
    .select(labelsColumn)
    .select(hasFieldsColumn.as('has_fields'))
    .select(fieldColumns(true, dialect))
    .where(dialect.among(sql.ref('tickets.id'), p.ids)),
);

const find = compiledForms(String, (db, p: { id: string }, internals: boolean, dialect) =>
  namedTickets(db, internals, dialect).where('tickets.id', '=', p.id),
);

const numbered = compiled((db, p: { number: number }, dialect) =>
  db.selectFrom('tickets').select('id').select(factColumns(dialect)).where('number', '=', p.number),
);

const restrictedIn = compiled((db, p: { project: string }, dialect) =>
  db
    .selectFrom('tickets')
    .select(['id', 'internal_note'])
    .select(factColumns(dialect))
    .where(isRestrictedColumn)
    .where('project_id', '=', p.project),
);

/** Tickets by their numbers; where one was joined, the one at the end of the chain. */
const rootsOf = compiled((db, p: { numbers: readonly number[] }, dialect) =>
  db
    .selectFrom('tickets as named')
    .innerJoin('tickets', (join) => join.on('tickets.id', '=', sql<string>`coalesce(named.merged_into_id, named.id)`))
    .select(['named.number as named', 'tickets.id', 'tickets.number'])
    .select(factColumns(dialect))
    .where('named.number', 'in', sql<number>`(select cast(value as bigint) from ${dialect.texts(p.numbers)})`),
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

export class TicketStore extends Store {
  readonly numbered = this.first(numbered);
  /** The restricted tickets of a project. */
  readonly restrictedIn = this.all(restrictedIn);
  readonly rootsOf = this.all(rootsOf);
  /** Holds tickets, always in one order, so that two transactions never deadlock, and reads nothing more of them. */
  readonly holdAll = this.all(idsHeld);
  /** These tickets, as `hold` reads one. */
  readonly among = this.all(among);
  /** Takes every ticket out of a project that is being removed, and answers which. */
  readonly detachFrom = this.all(detach);

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

  async find(id: string, internals: boolean): Promise<NamedTicket | undefined> {
    const [ticket] = await withWaitTimes(this.connection, await this.connection.all(find(internals), { id }));
    return ticket;
  }

  /** The id of the ticket with this number. */
  async idOf(number: number): Promise<string | undefined> {
    return (await this.numbered({ number }))?.id;
  }

  /**
   * Writes changed fields of a ticket that the caller holds, and counts its version up.
   *
   * @param isPublic whether the reporter reads what changed: their version counts up, too.
   */
  async change(before: HeldTicket, fields: ChangedFields, isPublic: boolean, now: Instant): Promise<void> {
    const rank = fields.priority ? { priority_rank: PRIORITY_RANK[fields.priority] } : {};
    const moved = fields.status && fields.status !== before.status ? fields.status : null;
    const since = moved === null ? {} : { status_since: now };
    const reopened = moved !== null && before.status === 'closed' ? { was_closed: true } : {};
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

  /** Counts a ticket in its status, or no more. */
  async count(status: Status, by: 1 | -1): Promise<void> {
    await this.connection.change(count, { name: `status:${status}`, by });
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
