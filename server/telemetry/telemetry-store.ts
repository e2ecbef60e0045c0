import { sql } from 'kysely';
import { TELEMETRY, type TelemetryEvent } from '../../contract/statistics.ts';
import type { Instant } from '../clock.ts';
import { allSettled } from '../database/all-settled.ts';
import { compiled, compiledForms } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';

const EVENTS = Object.values(TELEMETRY);

interface Span {
  span: number;
  starts: Instant;
  ends: Instant;
}

interface Occurrence {
  readonly event: TelemetryEvent;
  /** The person who did it; null when the service did. */
  readonly user: string | null;
  /** The ticket that it is about; null when it is about none. */
  readonly ticket: string | null;
  readonly now: Instant;
}
type OccurrenceBy = Occurrence & { readonly user: string };

const insert = compiled((db, p: Occurrence) =>
  db.insertInto('telemetry').values({ event_name: p.event, user_id: p.user, ticket_id: p.ticket, at: p.now }),
);

const remember = compiled((db, p: OccurrenceBy) =>
  db
    .insertInto('telemetry_people')
    .values({ event_name: p.event, user_id: p.user, last_at: p.now })
    .onConflict((conflict) =>
      conflict
        .columns(['event_name', 'user_id'])
        .doUpdateSet({ last_at: p.now })
        .where('telemetry_people.last_at', '<', p.now),
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
      .with('spans(span, starts, ends)', () => sql<Span>`(values ${sql.join(bounds)})`)
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
    .select(sql<number>`count(distinct user_id)`.as('people'))
    .where('last_at', '>=', p.since),
);

const lasts = compiled((db) =>
  db
    .selectFrom('telemetry_people')
    .select((eb) => ['event_name as event', eb.fn.max('last_at').as('at')])
    .groupBy('event_name'),
);

/** The index begins with the event names, so the query names them all. */
const forget = compiled((db, p: { before: Instant; most: number }) =>
  db
    .deleteFrom('telemetry')
    .where('position', 'in', (eb) =>
      eb
        .selectFrom('telemetry')
        .select('position')
        .where('event_name', 'in', EVENTS)
        .where('at', '<', p.before)
        .limit(p.most),
    ),
);

/** What people did, one row for each time: for statistics alone. */
export class TelemetryStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async add(occurrence: Occurrence): Promise<void> {
    await allSettled([
      this.#connection.change(insert, occurrence),
      occurrence.user === null ? null : this.#connection.change(remember, occurrence as OccurrenceBy),
    ]);
  }

  /** Counts each event in each span, from a boundary (included) to the next one (excluded). */
  counts(boundaries: readonly Instant[]): Promise<{ event: TelemetryEvent; span: number; count: number }[]> {
    const parameters = Object.fromEntries(boundaries.map((at, index) => [`at${index}`, at]));
    return this.#connection.all(counts(boundaries.length - 1), parameters);
  }

  /** Counts the different people who made each event since then; leaves out events that nobody made. */
  peoplePerEvent(since: Instant): Promise<{ event: TelemetryEvent; people: number }[]> {
    return this.#connection.all(people, { since });
  }

  /** Counts the different people who made any event since then. */
  async people(since: Instant): Promise<number> {
    return (await this.#connection.only(anyone, { since })).people;
  }

  /** When each event last happened; leaves out those that never did. */
  lasts(): Promise<{ event: TelemetryEvent; at: Instant }[]> {
    return this.#connection.all(lasts);
  }

  /** Housekeeping: forgets what happened before this moment, at most `most` rows. @returns how many rows. */
  forgetBefore(before: Instant, most: number): Promise<number> {
    return this.#connection.change(forget, { before, most });
  }
}
