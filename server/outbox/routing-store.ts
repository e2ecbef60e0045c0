import { sql } from 'kysely'
import type { Instant } from '../clock.ts'
import { compiled } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'

export interface Claim {
  /** Names this claim; every later write must. */
  readonly lease: string
  readonly now: Instant
  /** When others may take it back. */
  readonly until: Instant
  readonly limit: number
}

/** What becomes of a claimed entry. */
export interface EntryOutcome {
  readonly id: string
  readonly lease: string
  readonly now: Instant
}

const ROUTED = [
  'event_outbox.id',
  'event_outbox.event_id',
  'event_outbox.event_name',
  'event_outbox.aggregate_id',
  'event_outbox.seq',
  'event_outbox.actor_user_id',
  'event_outbox.occurred_at',
  'event_outbox.payload',
  'event_outbox.attempts',
] as const

/** The oldest first, and none before the ticket's earlier ones have been routed. */
const claim = compiled((db, p: Claim, dialect) =>
  db
    .with('picked', (with_) =>
      dialect.claimable(
        with_
          .selectFrom('event_outbox')
          .select('event_outbox.position as at')
          .where('routed_at', 'is', null)
          .where('status', '=', sql.lit('pending'))
          .where('next_attempt_at', '<=', p.now)
          .where((eb) =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom('event_outbox as earlier')
                  .select('earlier.seq')
                  .whereRef('earlier.aggregate_id', '=', 'event_outbox.aggregate_id')
                  .whereRef('earlier.seq', '<', 'event_outbox.seq')
                  .where('earlier.routed_at', 'is', null),
              ),
            ),
          )
          .orderBy('event_outbox.position')
          .limit(p.limit),
      ),
    )
    .updateTable('event_outbox')
    .from('picked')
    .set((eb) => ({
      status: 'processing' as const,
      attempts: eb('attempts', '+', 1),
      lease: p.lease,
      leased_until: p.until,
      updated_at: p.now,
    }))
    .whereRef('event_outbox.position', '=', 'picked.at')
    .returning(ROUTED),
)

const hold = compiled((db, p: { id: string }, dialect) =>
  dialect.held(db.selectFrom('event_outbox').select(['lease', 'attempts', 'status']).where('id', '=', p.id)),
)

const routed = compiled((db, p: EntryOutcome) =>
  db
    .updateTable('event_outbox')
    .set({ routed_at: p.now, lease: null, leased_until: null })
    .where('id', '=', p.id)
    .where('lease', '=', p.lease),
)

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
)

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
)

const stuck = compiled((db, p: { now: Instant; limit: number }) =>
  db
    .selectFrom('event_outbox')
    .select(['id', 'lease', 'attempts'])
    .where('leased_until', '<=', p.now)
    .orderBy('leased_until')
    .limit(p.limit),
)

/** Claims of entries whose destinations are still to be decided. */
export class RoutingStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Takes entries and counts the attempt: the oldest first, of each ticket only the first that is not routed. */
  claim(claimed: Claim) {
    return this.#connection.all(claim, claimed)
  }

  /** The entry is ours until the transaction ends. */
  hold(id: string) {
    return this.#connection.first(hold, { id })
  }

  /** False when the lease has been lost. */
  async routed(outcome: EntryOutcome): Promise<boolean> {
    return (await this.#connection.change(routed, outcome)) === 1
  }

  async putBack(outcome: EntryOutcome, error: string | null, at: Instant): Promise<boolean> {
    return (await this.#connection.change(putBack, { ...outcome, error, at })) === 1
  }

  /** The entry goes to no destination until somebody replays it; those after it go on. */
  async giveUp(outcome: EntryOutcome, error: string): Promise<boolean> {
    return (await this.#connection.change(giveUp, { ...outcome, error })) === 1
  }

  /** Entries whose lease has run out. */
  stuck(now: Instant, limit: number) {
    return this.#connection.all(stuck, { now, limit })
  }
}
