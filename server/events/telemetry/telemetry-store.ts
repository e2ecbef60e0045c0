import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { formOfScopes, inScopes, type Scopes, type ScopeValues, scopeValues } from '#access';
import type { TelemetryEvent } from '#contract/statistics.ts';
import { TELEMETRY } from '#contract/words.ts';
import {
  type Actor,
  allSettled,
  compiled,
  compiledForms,
  type Dialect,
  type Instant,
  insertInto,
  insertOnce,
  Store,
  stampOnce,
  type Work,
} from '#platform';
import type { NewRow } from '#records';

/** Whether a row is about no ticket, or about one that the reader sees; null where they see all. */
const aboutSeen = (ticket: RawBuilder<unknown>, scopes: Scopes, p: ScopeValues, dialect: Dialect) => {
  const condition = inScopes(scopes, p, dialect);
  return condition === null
    ? null
    : sql<SqlBool>`(${ticket} is null or exists (select 1 from tickets where tickets.id = ${ticket} and ${condition}))`;
};

const open = insertOnce('first_tickets');
const assign = stampOnce('first_tickets', 'assigned_at', 'ticket_id');

const persons = compiled((db) =>
  db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('count'))
    .where('role', '=', 'user')
    .where('last_login', 'is not', null),
);

/**
 * How long something took, over the people of role `user` to whom it happened. The median is the middle one of the
 * sorted rows, or the mean of the two in the middle.
 */
const spread = (what: 'to first ticket' | 'to first assignment') =>
  compiledForms(formOfScopes, (db, p: ScopeValues & { target: number }, scopes: Scopes, dialect) =>
    db
      .with('took', (cte) => {
        const all = cte
          .selectFrom('first_tickets as f')
          .innerJoin('users', 'users.id', 'f.user_id')
          .where('users.role', '=', 'user');
        const seen = aboutSeen(sql.ref('f.ticket_id'), scopes, p, dialect);
        const happened = seen === null ? all : all.where(seen);
        return what === 'to first ticket'
          ? happened.select(({ ref }) =>
              dialect.minutesBetween(ref('users.created_at'), ref('f.opened_at')).as('minutes'),
            )
          : happened
              .select(({ ref }) => dialect.minutesBetween(ref('f.opened_at'), ref('f.assigned_at')).as('minutes'))
              .where('f.assigned_at', 'is not', null);
      })
      .with('ranked', (cte) =>
        cte
          .selectFrom('took')
          .select([
            'minutes',
            sql<number>`row_number() over (order by minutes)`.as('place'),
            sql<number>`count(*) over ()`.as('size'),
          ]),
      )
      .selectFrom('ranked')
      .select([
        sql<number>`count(*)`.as('size'),
        sql<number | null>`avg(minutes)`.as('average'),
        sql<number | null>`avg(case when place in ((size + 1) / 2, (size + 2) / 2) then minutes end)`.as('median'),
        sql<number>`count(case when minutes <= ${p.target} then 1 end)`.as('within'),
      ]),
  );

const toTicket = spread('to first ticket');
const toAssignment = spread('to first assignment');

/**
 * The first ticket of each person, kept when it is reported: a search among all tickets would take longer with each of
 * them.
 */
export class FirstTicketStore extends Store {
  /** Keeps the ticket if it is the person's first. */
  readonly open = this.changes(open);
  /** Keeps the moment when the ticket got its first assignee, if it is a person's first ticket. */
  readonly assign = this.changes(assign);
  /** Counts the people of role `user` who have signed in, with a ticket or without. */
  readonly countUsers = this.countOf(persons);

  /** From a person's first sign-in to their first ticket. @param target in minutes. */
  toTicket(target: number, scopes: Scopes) {
    return this.connection.only(toTicket(scopes), { ...scopeValues(scopes[0]), target });
  }

  /** From a person's first ticket to its first assignment. @param target in minutes. */
  toAssignment(target: number, scopes: Scopes) {
    return this.connection.only(toAssignment(scopes), { ...scopeValues(scopes[0]), target });
  }
}

/** How long something took, in minutes; null without a sample. `within` counts those that took at most the target. */
export type Spread = Awaited<ReturnType<FirstTicketStore['toTicket']>>;

const EVENTS = Object.values(TELEMETRY);

/** Something that happened: by a person, or the service, and about a ticket, or none. */
type Occurrence = NewRow<'telemetry'>;
type OccurrenceBy = Occurrence & { readonly user_id: string };

const insert = insertInto('telemetry');

const remember = compiled((db, p: OccurrenceBy) =>
  db
    .insertInto('telemetry_people')
    .values({ event_name: p.event_name, user_id: p.user_id, last_at: p.at })
    .onConflict((conflict) =>
      conflict
        .columns(['event_name', 'user_id'])
        .doUpdateSet({ last_at: p.at })
        .where('telemetry_people.last_at', '<', p.at),
    ),
);

/**
 * Counts each event in each span by a range of the index. Grouping by day reads as many rows and sorts them, too: five
 * times as slow.
 */
const counts = compiledForms(
  (spans: number) => String(spans),
  (db, p: Record<string, Instant>, spans, { types }) => {
    const time = (name: string) => sql`cast(${p[name]} as ${sql.raw(types.time)})`;
    const bounds = Array.from(
      { length: spans },
      (_, n) => sql`(${sql.lit(n)}, ${time(`at${n}`)}, ${time(`at${n + 1}`)})`,
    );
    const names = EVENTS.map((name) => sql`(${sql.lit(name)})`);
    return db
      .with(
        'spans(span, starts, ends)',
        () => sql<{ span: number; starts: Instant; ends: Instant }>`(values ${sql.join(bounds)})`,
      )
      .with('names(name)', () => sql<{ name: TelemetryEvent }>`(values ${sql.join(names)})`)
      .selectFrom(['names', 'spans'])
      .select((eb) => [
        'names.name as event',
        'spans.span',
        eb
          .selectFrom('telemetry')
          .select(sql<number>`count(*)`.as('count'))
          .whereRef('event_name', '=', 'names.name')
          .whereRef('at', '>=', 'spans.starts')
          .whereRef('at', '<', 'spans.ends')
          .$asScalar()
          .as('count'),
      ]);
  },
);

const people = compiled((db, p: { since: Instant }) =>
  db
    .selectFrom('telemetry_people')
    .select(['event_name as event', sql<number>`count(*)`.as('people')])
    .where('last_at', '>=', p.since)
    .groupBy('event_name'),
);

const anyone = compiled((db, p: { since: Instant }) =>
  db
    .selectFrom('telemetry_people')
    .select(sql<number>`count(distinct user_id)`.as('count'))
    .where('last_at', '>=', p.since),
);

const lasts = compiled((db) =>
  db
    .selectFrom('telemetry_people')
    .select((eb) => ['event_name as event', eb.fn.max('last_at').as('at')])
    .groupBy('event_name'),
);

interface SeenUse {
  readonly event: TelemetryEvent;
  /** The day, where it is within the window. */
  readonly day: string | null;
  readonly user_id: string | null;
  readonly count: number;
  readonly last_at: Instant;
}

/** The acts of people by event, day and person, without acts on tickets that the reader does not see. */
const seenUse = compiledForms(formOfScopes, (_, p: ScopeValues & { since: Instant }, scopes: Scopes, dialect) => {
  const at = sql.ref<Instant>('telemetry.at');
  const seen = aboutSeen(sql.ref('telemetry.ticket_id'), scopes, p, dialect) ?? sql`true`;
  return sql<SeenUse>`select event_name as event, case when at >= ${p.since} then ${dialect.dayOf(at)} end as day,
      user_id, count(*) as count, max(at) as last_at from telemetry where ${seen} group by 1, 2, 3`;
});

/** The index begins with the event names, so the query names them all. */
const forget = compiled(
  (_, p: { before: Instant; most: number }) => sql`delete from telemetry where position in (
    select position from telemetry where event_name in (${sql.join(EVENTS.map((name) => sql.lit(name)))})
    and at < ${p.before} limit ${p.most})`,
);

/** The acts of people, one row for each time: for statistics alone. */
export class TelemetryStore extends Store {
  /** Counts the different people who made each event since then; leaves out events that nobody made. */
  readonly peoplePerEvent = this.all(people);
  /** Counts the different people who made any event since then. */
  readonly people = this.countOf(anyone);
  /** When each event last happened; leaves out those that never did. */
  readonly lasts = this.all(lasts);
  /** Housekeeping: forgets what happened before this moment, at most `most` rows. @returns how many rows. */
  readonly forgetBefore = this.changes(forget);

  /** All figures of acts that the reader sees, at once: this reads every row. */
  seenUse(scopes: Scopes, since: Instant): Promise<SeenUse[]> {
    return this.connection.all(seenUse(scopes), { ...scopeValues(scopes[0]), since });
  }

  async add(occurrence: Occurrence): Promise<void> {
    await allSettled([
      this.connection.change(insert, occurrence),
      occurrence.user_id === null ? null : this.connection.change(remember, occurrence as OccurrenceBy),
    ]);
  }

  /** Counts each event in each span, from a boundary (included) to the next one (excluded). */
  counts(boundaries: readonly Instant[]): Promise<{ event: TelemetryEvent; span: number; count: number }[]> {
    const parameters = Object.fromEntries(boundaries.map((at, index) => [`at${index}`, at]));
    return this.connection.all(counts(boundaries.length - 1), parameters);
  }
}

export const countOccurrence = (work: Work<Actor>, occurrence: Occurrence) => work.of(TelemetryStore).add(occurrence);
