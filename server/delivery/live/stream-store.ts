import { type Kysely, sql } from 'kysely';
import { factColumns } from '#access';
import type { EventName } from '#contract/words.ts';
import { type Actor, compiled, compiledForms, type Dialect, type ReadingOrder, Store, type Work } from '#platform';
import type { Schema } from '#records';

const newest = compiled((db, _: object, { readingOrder }) => {
  let query = db.selectFrom('event_outbox').select(readingOrder.place.as('place')).where(readingOrder.settled);
  for (const column of readingOrder.columns) query = query.orderBy(column, 'desc');
  return query.limit(1);
});

const at = compiled((db, p: { place: string }, { readingOrder }) =>
  db.selectFrom('event_outbox').select('event_outbox.id').where(readingOrder.isAt(p.place)).where(readingOrder.settled),
);

const unsettled = compiled((db, _: object, { readingOrder }) =>
  db
    .selectFrom('event_outbox')
    .select('event_outbox.id')
    .where(({ not }) => not(readingOrder.settled))
    .limit(1),
);

function onwards(db: Kysely<Schema>, from: string, dialect: Dialect) {
  const { place, settled, columns, isAfter } = dialect.readingOrder;
  let query = db
    .selectFrom('event_outbox')
    .innerJoin('tickets', 'tickets.id', 'event_outbox.aggregate_id')
    .select(['event_outbox.event_name', 'event_outbox.aggregate_id as ticket_id', 'event_outbox.actor_user_id'])
    .select(['event_outbox.occurred_at', 'event_outbox.payload', 'event_outbox.source', place.as('place')])
    .select(['tickets.number', 'tickets.version', 'tickets.public_version'])
    .select(factColumns(dialect))
    // A personal event has no ticket, so nobody hears of it.
    .$narrowType<{ event_name: EventName }>()
    .where(isAfter(from))
    .where(settled);
  for (const column of columns) query = query.orderBy(column);
  return query;
}

const ofProjects = compiledForms(
  String,
  (db, p: { projects: readonly string[]; most: number }, isAll: boolean, dialect) => {
    const query = db
      .selectFrom('tickets')
      .select(['tickets.id', 'tickets.number'])
      .select(factColumns(dialect))
      .limit(p.most);
    return isAll ? query : query.where(dialect.among(sql.ref('tickets.project_id'), p.projects));
  },
);

interface Range {
  /** The place before the first event. */
  readonly from: string;
  readonly limit: number;
}

const after = compiled((db, p: Range, dialect) => onwards(db, p.from, dialect).limit(p.limit));

const between = compiled((db, p: Range & { to: string }, dialect) =>
  onwards(db, p.from, dialect)
    .where(({ not }) => not(dialect.readingOrder.isAfter(p.to)))
    .limit(p.limit),
);

/**
 * Events in the order in which a reader of the record goes through them (`ReadingOrder`), with their tickets as they are
 * now. A place is where a reader stands: it has read all events up to there.
 */
export class StreamStore extends Store {
  readonly after = this.all(after);
  /** The events after `from`, up to the one at `to`. */
  readonly between = this.all(between);
  /** Tickets of projects, with what decides who sees them. @param projects null for those of all, and of none. */
  ofProjects(projects: readonly string[] | null, most: number) {
    return this.connection.all(ofProjects(projects === null), { projects: projects ?? [], most });
  }

  /** Whether an event is recorded that cannot be read yet, because a transaction that began earlier still runs. */
  readonly isHeldBack = this.any(unsettled);

  /** The place of the last event that can be read now. */
  async newestPlace(): Promise<string> {
    return (await this.connection.first(newest))?.place ?? this.#order.start;
  }

  /** Whether no event after this place has been removed: the event at the place is still there. */
  async isKnown(place: string): Promise<boolean> {
    if (place === this.#order.start) return true;
    if (!this.#order.isPlace(place)) return false;
    return (await this.connection.all(at, { place })).length > 0;
  }

  get #order(): ReadingOrder {
    return this.connection.dialect.readingOrder;
  }
}

export type StreamedEvent = Awaited<ReturnType<StreamStore['after']>>[number];

export const newestPlace = (work: Work<Actor>) => work.of(StreamStore).newestPlace();
