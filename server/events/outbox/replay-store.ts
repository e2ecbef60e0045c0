import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { EntryName } from '#contract/events.ts';
import { ENTRY_NAMES } from '#contract/words.ts';
import { type Connection, compiledForms, IMPORT_SOURCE, type Instant } from '#platform';
import type { Schema } from '#records';

/** Which entries are to be delivered again. */
export interface Replay {
  readonly status: 'failed' | 'sent';
  readonly id: string | null;
  readonly eventName: EntryName | null;
  /** Occurred then or later. */
  readonly from: Instant | null;
  /** Occurred before then. */
  readonly to: Instant | null;
  readonly limit: number;
}

interface Values {
  readonly id: string;
  readonly eventName: EntryName;
  readonly from: Instant;
  readonly to: Instant;
  readonly limit: number;
  readonly lease: string;
  readonly now: Instant;
}

const form = ({ status, id, eventName, from, to }: Replay) =>
  `${status} ${id !== null} ${eventName !== null} ${from !== null} ${to !== null}`;

type Filter = (eb: ExpressionBuilder<Schema, 'event_outbox'>) => ExpressionWrapper<Schema, 'event_outbox', SqlBool>;

const wanted =
  (p: Values, { status, id, eventName, from, to }: Replay): Filter =>
  (eb) =>
    eb.and([
      eb('event_outbox.status', '=', sql.lit(status)),
      // What an import recorded of the past is news to nobody.
      eb('event_outbox.source', '<>', sql.lit(IMPORT_SOURCE)),
      ...(id === null ? [] : [eb('event_outbox.id', '=', p.id)]),
      ...(eventName === null ? [] : [eb('event_outbox.event_name', '=', p.eventName)]),
      ...(from === null ? [] : [eb('event_outbox.occurred_at', '>=', p.from)]),
      ...(to === null ? [] : [eb('event_outbox.occurred_at', '<', p.to)]),
    ]);

/** Makes the oldest entries pending, and marks them so that the statements below find their deliveries. */
const mark = compiledForms(form, (db, p: Values, replay, dialect) =>
  db
    .with('picked', (with_) =>
      dialect.held(
        with_
          .selectFrom('event_outbox')
          .select('event_outbox.position as at')
          .where(wanted(p, replay))
          .orderBy('event_outbox.position')
          .limit(p.limit),
      ),
    )
    .updateTable('event_outbox')
    .from('picked')
    .set({
      status: 'pending',
      attempts: 0,
      next_attempt_at: p.now,
      last_error: null,
      lease: p.lease,
      processed_at: null,
      updated_at: p.now,
    })
    .whereRef('event_outbox.position', '=', 'picked.at'),
);

const marked = (eb: ExpressionBuilder<Schema, 'event_deliveries'>, lease: string) =>
  eb('entry_id', 'in', eb.selectFrom('event_outbox').select('event_outbox.id').where('event_outbox.lease', '=', lease));

/** The failed deliveries of a failed entry, all of a sent one. None is due until it is known which come first. */
const putBack = compiledForms(form, (db, p: Values, { status }) =>
  db
    .updateTable('event_deliveries')
    .set({
      status: 'pending',
      attempts: 0,
      next_attempt_at: null,
      last_error: null,
      response_status: null,
      delivered_at: null,
      updated_at: p.now,
    })
    .where((eb) => marked(eb, p.lease))
    .where('status', '=', sql.lit(status === 'failed' ? 'failed' : 'delivered')),
);

const releaseFirst = compiledForms(form, (db, p: Values) =>
  db
    .updateTable('event_deliveries')
    .set({ next_attempt_at: p.now })
    .where((eb) => marked(eb, p.lease))
    .where('status', '=', sql.lit('pending'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('event_deliveries as earlier')
            .select('earlier.id')
            .whereRef('earlier.aggregate_id', '=', 'event_deliveries.aggregate_id')
            .whereRef('earlier.destination', '=', 'event_deliveries.destination')
            .where('earlier.status', 'in', [sql.lit('pending' as const), sql.lit('processing' as const)])
            .whereRef('earlier.seq', '<', 'event_deliveries.seq'),
        ),
      ),
    ),
);

/** An entry without deliveries is routed anew: nobody wanted it, or its destinations could not be decided. */
const unmark = compiledForms(form, (db, p: Values) =>
  db
    .updateTable('event_outbox')
    .set((eb) => ({
      lease: null,
      routed_at: eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('event_deliveries')
              .select('event_deliveries.id')
              .whereRef('event_deliveries.entry_id', '=', 'event_outbox.id'),
          ),
        )
        .then(eb.ref('event_outbox.routed_at'))
        .end(),
    }))
    .where('lease', '=', p.lease),
);

/** Makes due again what was sent or given up. */
export class ReplayStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * @param lease a new id, which marks the entries within the transaction.
   * @returns how many entries are due again.
   */
  async replay(replay: Replay, lease: string, now: Instant): Promise<number> {
    const { id, eventName, from, to, limit } = replay;
    // A value that the form of the query does not name is not used.
    const named = { id: id ?? '', eventName: eventName ?? ENTRY_NAMES[0], from: from ?? '', to: to ?? '', limit };
    const values = { ...named, lease, now };
    const count = await this.#connection.change(mark(replay), values);
    if (count === 0) return 0;
    for (const query of [putBack, releaseFirst, unmark]) await this.#connection.change(query(replay), values);
    return count;
  }
}
