import { type Kysely, sql } from 'kysely';
import { factColumns } from '#access';
import type { EventName } from '#contract/words.ts';
import {
  type Actor,
  compiled,
  compiledForms,
  type Dialect,
  type Instant,
  type ReadingOrder,
  Store,
  type Work,
} from '#platform';
import type { Schema } from '#records';

const newest = compiled((db, _: object, { readingOrder }) => {
  let query = db.selectFrom('event_outbox').select(readingOrder.place.as('place')).where(readingOrder.settled);
  for (const column of readingOrder.columns) query = query.orderBy(column, 'desc');
  return query.limit(1);
});

const at = compiled((db, p: { place: string }, { readingOrder }) =>
  db.selectFrom('event_outbox').select('occurred_at').where(readingOrder.isAt(p.place)).where(readingOrder.settled),
);

/** Changes that may have taken sight of tickets from somebody, and are no events of these: of their role, their teams, a project's access. */
const sightChanges = compiled(
  (_, p: { user: string; since: Instant }) => sql<{ id: string }>`select id from audit where at > ${p.since}
    and (action = 'user.role_changed' and target_id = ${p.user}
      or (action in ('project.access_changed', 'project.deleted')
        or action = 'team.changed' and cast(details as text) like '%' || cast(${p.user} as text) || '%')
      and exists (select 1 from users where users.id = ${p.user} and role = 'developer')) limit 1`,
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

  /** Whether a person may have lost sight of tickets since a moment, apart from what events of these tickets tell. */
  readonly isSightChanged = this.any(sightChanges);

  /** The place of the last event that can be read now. */
  async newestPlace(): Promise<string> {
    return (await this.connection.first(newest))?.place ?? this.#order.start;
  }

  /** When the event at this place happened; null when it, or one after it, has been removed. */
  async momentOf(place: string): Promise<Instant | null> {
    if (place === this.#order.start) return '1970-01-01T00:00:00.000Z';
    if (!this.#order.isPlace(place)) return null;
    return (await this.connection.first(at, { place }))?.occurred_at ?? null;
  }

  get #order(): ReadingOrder {
    return this.connection.dialect.readingOrder;
  }
}

export type StreamedEvent = Awaited<ReturnType<StreamStore['after']>>[number];

export const newestPlace = (work: Work<Actor>) => work.of(StreamStore).newestPlace();
