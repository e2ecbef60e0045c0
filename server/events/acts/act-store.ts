import { type Kysely, sql } from 'kysely';
import { factColumns } from '#access';
import {
  allSettled,
  compiled,
  compiledForms,
  type Instant,
  insertEach,
  insertInto,
  insertOnce,
  type Query,
  Store,
  type ValuesOf,
} from '#platform';
import type { NewRow, Schema } from '#records';
import { ticketIn } from './imported.ts';

/** Which acts somebody asks for; null for all. */
export interface ActListing {
  readonly ticket: string | null;
  readonly actor: string | null;
  readonly kind: string | null;
  readonly since: Instant | null;
  /** Acts that were recorded before this one; null for the newest. */
  readonly before: string | null;
  readonly limit: number;
}

const acts = (db: Kysely<Schema>) =>
  db
    .selectFrom('acts')
    .leftJoin('users', 'users.id', 'acts.actor_id')
    .selectAll('acts')
    .select('users.name as actor_name');

const page = compiledForms(
  ({ ticket, actor, kind, since, before }: ActListing) =>
    [ticket, actor, kind, since, before].map((filter) => filter !== null).join(),
  (
    db,
    p: { ticket: string; actor: string; kind: string; since: Instant; before: string; limit: number },
    listing,
    dialect,
  ) => {
    let query = acts(db);
    if (listing.ticket !== null)
      query = query.where(
        dialect.selected(
          sql.ref('acts.id'),
          sql`select act_id from act_lines where ticket_id = ${p.ticket}
            union select act_id from act_lines where thing_id = ${p.ticket} and ticket_id is null`,
        ),
      );
    if (listing.actor !== null) query = query.where('acts.actor_id', '=', p.actor);
    if (listing.kind !== null) query = query.where('acts.kind', '=', p.kind);
    if (listing.since !== null) query = query.where('acts.at', '>=', p.since);
    if (listing.before !== null) query = query.where('acts.id', '<', p.before);
    return query.orderBy('acts.id', 'desc').limit(p.limit);
  },
);

const find = compiled((db, p: { id: string }) => acts(db).where('acts.id', '=', p.id));

const linesOf = compiled((db, p: { acts: readonly string[] }, { among }) =>
  db
    .selectFrom('act_lines')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'act_lines.thing_id').on('act_lines.thing_type', '=', 'user'),
    )
    .selectAll('act_lines')
    .select('users.name as person_name')
    .where(among(sql.ref('act_lines.act_id'), p.acts))
    .orderBy('act_lines.act_id')
    .orderBy('act_lines.id'),
);

const among = compiled((db, p: { act_id: string; ids: readonly string[] }, dialect) =>
  db
    .selectFrom('act_lines')
    .select(['id', 'undone_by_id'])
    .where('act_id', '=', p.act_id)
    .where(dialect.among(sql.ref('act_lines.id'), p.ids)),
);

const line = compiled((db, p: { act_id: string; id: string }) =>
  db.selectFrom('act_lines').selectAll().where('act_id', '=', p.act_id).where('id', '=', p.id),
);

/** A ticket as the sight of lines asks for it. */
const tickets = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('tickets')
    .select(['tickets.id', 'tickets.number', 'tickets.status', 'tickets.was_closed', 'tickets.merged_into_id'])
    .select(factColumns(dialect))
    .where(dialect.among(sql.ref('tickets.id'), p.ids)),
);

const mark = compiled((db, p: { act_id: string; ids: readonly string[]; undone_by_id: string | null }, dialect) =>
  db
    .updateTable('act_lines')
    .set({ undone_by_id: p.undone_by_id })
    .where('act_id', '=', p.act_id)
    .where(dialect.among(sql.ref('act_lines.id'), p.ids)),
);

type NewestForm = 'ticket' | 'thing' | 'imported' | keyof typeof GOES_ON;

/** The lines by which the other ticket of a line goes on without the first one. */
const GOES_ON = { merged_into: ['merged_into'], split_into: ['merged_into', 'comment', 'attachment'] } as const;

const isGoingOn = (form: string): form is keyof typeof GOES_ON => Object.hasOwn(GOES_ON, form);

/** The newest act after another one that changed the same field of the same ticket or thing; any of a ticket that an import brought. */
const newest = compiledForms(
  String,
  (db, p: { of: string; field: string; thing: string; after: string }, form: NewestForm) => {
    const query = db
      .selectFrom('act_lines')
      .innerJoin('acts', 'acts.id', 'act_lines.act_id')
      .leftJoin('users', 'users.id', 'acts.actor_id')
      .select(['acts.at', 'acts.actor_id', 'users.name as actor_name'])
      .where(form === 'thing' ? 'act_lines.thing_id' : 'act_lines.ticket_id', '=', p.of)
      .where('act_lines.act_id', '>', p.after)
      .orderBy('act_lines.act_id', 'desc')
      .limit(1);
    if (form === 'imported') return query;
    if (isGoingOn(form))
      return query.where('act_lines.field', 'in', [...GOES_ON[form]]).where(sql<boolean>`not act_lines.is_internal`);
    const same = query.where('act_lines.field', '=', p.field);
    if (form === 'thing') return same;
    return same.where(sql<boolean>`coalesce(cast(act_lines.thing_id as text), '') = ${p.thing}`);
  },
);

const openLine = compiled((db, p: { ticket: string; field: string }) =>
  db
    .selectFrom('act_lines')
    .selectAll()
    .select(sql<string | null>`null`.as('person_name'))
    .where('ticket_id', '=', p.ticket)
    .where('field', '=', p.field)
    .where('old_value', 'is', null)
    .where('undone_by_id', 'is', null)
    .orderBy('act_id', 'desc')
    .limit(1),
);

const insert = insertOnce('acts');
const insertLine = insertInto('act_lines');
const insertLines = insertEach('act_lines');

/** Acts, and what each of them changed. */
export class ActStore extends Store {
  readonly find = this.first(find);
  readonly linesOf = this.all(linesOf);
  /** Which act has put each of these lines back by now. */
  readonly among = this.all(among);
  readonly line = this.first(line);
  /** The last line that gave a field of a ticket a value, and was not put back. */
  readonly openLine = this.first(openLine);
  readonly tickets = this.all(tickets);
  /** Notes that an act has put lines back, or none has any more. */
  readonly mark = this.changes(mark);

  /**
   * Adds an act, null where it is there already, and lines. A server gets them together with the commit; on SQLite another
   * write of the same commit, as an erasure, has to find them.
   */
  async add(act: NewRow<'acts'> | null, lines: readonly NewRow<'act_lines'>[]): Promise<void> {
    const { connection } = this;
    const put = async <V>(query: Query<V, unknown>, ...values: ValuesOf<V>) =>
      connection.dialect.name === 'sqlite'
        ? connection.change(query, ...values)
        : connection.changeLast(query, ...values);
    const [line] = lines;
    await allSettled([
      act === null ? 0 : put(insert, act),
      line === undefined ? 0 : lines.length === 1 ? put(insertLine, line) : put(insertLines, { rows: lines }),
    ]);
  }

  /** Newest first. */
  page(listing: ActListing) {
    const { ticket, actor, kind, since, before, limit } = listing;
    const values = {
      ticket: ticket ?? '',
      actor: actor ?? '',
      kind: kind ?? '',
      since: since ?? '',
      before: before ?? '',
    };
    return this.connection.all(page(listing), { ...values, limit });
  }

  /** The newest act that changed the value of a line since, with its actor and time. */
  async changedSince(line: StoredLine) {
    const { act_id: after, ticket_id, thing_id, field } = line;
    const values = { of: ticket_id ?? thing_id ?? '', field, thing: thing_id ?? '', after };
    const imported = ticket_id === null && ticketIn(line) !== null ? 'imported' : 'thing';
    if (isGoingOn(field) && thing_id !== null && ticket_id !== null) {
      const act = await this.connection.first(newest(field), { ...values, of: thing_id });
      if (act !== undefined) return act;
    }
    return this.connection.first(newest(ticket_id === null ? imported : 'ticket'), values);
  }
}

export type StoredAct = NonNullable<Awaited<ReturnType<ActStore['find']>>>;
export type StoredLine = Awaited<ReturnType<ActStore['linesOf']>>[number];
export type LineTicket = Awaited<ReturnType<ActStore['tickets']>>[number];
