import { type Actor, type Connection, compiled, type Instant, type Work } from '#platform';
import { type KeptState, keptState, stateColumns } from '../event-store.ts';
import type { EntryState } from './entry-state.ts';

/** What becomes of a claimed entry. */
interface EntryOutcome {
  readonly id: string;
  /** Nothing changes once the entry has another lease. */
  readonly lease: string;
  readonly now: Instant;
}

const hold = compiled((db, p: { id: string }, dialect) =>
  dialect.held(db.selectFrom('event_outbox').select(['lease', 'attempts', 'status']).where('id', '=', p.id)),
);

const routed = compiled((db, p: EntryOutcome & KeptState) =>
  db
    .updateTable('event_outbox')
    .set({ ...stateColumns(p), routed_at: p.now, lease: null, leased_until: null })
    .where('id', '=', p.id)
    .where('lease', '=', p.lease),
);

const putBack = compiled((db, p: EntryOutcome & { error: string | null; at: Instant }) =>
  db
    .updateTable('event_outbox')
    .set({
      status: 'pending',
      lease: null,
      leased_until: null,
      next_attempt_at: p.at,
      last_error: p.error,
      updated_at: p.now,
    })
    .where('id', '=', p.id)
    .where('lease', '=', p.lease),
);

const giveUp = compiled((db, p: EntryOutcome & { error: string }) =>
  db
    .updateTable('event_outbox')
    .set({
      status: 'failed',
      lease: null,
      leased_until: null,
      next_attempt_at: null,
      routed_at: p.now,
      last_error: p.error,
      updated_at: p.now,
      processed_at: p.now,
    })
    .where('id', '=', p.id)
    .where('lease', '=', p.lease),
);

/** Entries on the way to their destinations: what a worker does with one that it has claimed. */
export class RoutingStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Locks the entry until the transaction ends. */
  hold(id: string) {
    return this.#connection.first(hold, { id });
  }

  /** The entry's destinations are decided, and its state follows from them. */
  async routed(outcome: EntryOutcome, state: EntryState): Promise<void> {
    await this.#connection.change(routed, { ...keptState(state, outcome.now), ...outcome });
  }

  /** The entry is routed anew, not before `at`. */
  async putBack(outcome: EntryOutcome, error: string | null, at: Instant): Promise<void> {
    await this.#connection.change(putBack, { ...outcome, error, at });
  }

  /** The entry goes nowhere until somebody replays it; the ticket's later entries go on. */
  async giveUp(outcome: EntryOutcome, error: string): Promise<void> {
    await this.#connection.change(giveUp, { ...outcome, error });
  }
}

/** Locks the entry until the transaction ends. */
export const holdEntry = (work: Work<Actor>, id: string) => work.of(RoutingStore).hold(id);
