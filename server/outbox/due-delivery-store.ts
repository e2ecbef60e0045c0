import { type QueryCreator, type SelectQueryBuilder, sql } from 'kysely'
import type { Instant } from '../clock.ts'
import { compiled } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import type { Schema } from '../database/schema.ts'
import type { Claim } from './routing-store.ts'

/** After so many attempts in a row without word, a delivery is suspected of ending its workers. An index is made for this number. */
const SUSPECT = 2

const isDue = (db: QueryCreator<Schema>, now: Instant) =>
  db
    .selectFrom('event_deliveries')
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', 'is not', null)
    .where('next_attempt_at', '<=', now)

const innocent = (db: QueryCreator<Schema>, now: Instant) => isDue(db, now).where('lost', '<', sql.lit(SUSPECT))

const suspects = (db: QueryCreator<Schema>, now: Instant) =>
  isDue(db, now)
    .where('lost', '>=', sql.lit(SUSPECT))
    .select('event_deliveries.id as it')
    .orderBy('next_attempt_at')
    .limit(1)

const nextChannel = compiled((db, p: { after: string; now: Instant }) =>
  innocent(db, p.now).select('channel').where('channel', '>', p.after).orderBy('channel').limit(1),
)

const suspect = compiled((db, p: { now: Instant }) => suspects(db, p.now))

type Picked = SelectQueryBuilder<Schema, 'event_deliveries', { it: string }>

const take = (db: QueryCreator<Schema>, p: Omit<Claim, 'limit'>, pick: (db: QueryCreator<Schema>) => Picked) =>
  db
    .with('picked', pick)
    .updateTable('event_deliveries')
    .from('picked')
    .set((eb) => ({
      status: 'processing' as const,
      attempts: eb('attempts', '+', 1),
      next_attempt_at: null,
      lease: p.lease,
      leased_until: p.until,
      updated_at: p.now,
    }))
    .whereRef('event_deliveries.id', '=', 'picked.it')
    .returning(['event_deliveries.id', 'entry_id', 'attempts', 'channel', 'destination'])

const claim = compiled((db, p: Claim & { channel: string }, dialect) =>
  take(db, p, (with_) =>
    dialect.claimable(
      innocent(with_, p.now)
        .select('event_deliveries.id as it')
        .where('channel', '=', p.channel)
        .orderBy('next_attempt_at')
        .limit(p.limit),
    ),
  ),
)

const claimSuspect = compiled((db, p: Omit<Claim, 'limit'>, dialect) =>
  take(db, p, (with_) => dialect.claimable(suspects(with_, p.now))),
)

const makeDueNow = compiled((db, p: { channel: string; now: Instant }) =>
  db
    .updateTable('event_deliveries')
    .set({ next_attempt_at: p.now })
    .where('channel', '=', p.channel)
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', 'is not', null)
    .where('next_attempt_at', '>', p.now),
)

const stuck = compiled((db, p: { now: Instant; limit: number }) =>
  db
    .selectFrom('event_deliveries')
    .select(['id', 'lease', 'entry_id'])
    .where('leased_until', '<=', p.now)
    .orderBy('leased_until')
    .limit(p.limit),
)

/** Deliveries that are due, by their channels. */
export class DueDeliveryStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The first channel after this one, in order of names, that has something due; suspects do not count. */
  async nextChannel(after: string, now: Instant): Promise<string | undefined> {
    return (await this.#connection.first(nextChannel, { after, now }))?.channel
  }

  /** Takes what is due in a channel, but for suspects, and counts the attempt. */
  claim(channel: string, claimed: Claim) {
    return this.#connection.all(claim, { ...claimed, channel })
  }

  /** Whether a delivery is due that two workers in a row did not come back from: it is to run alone. */
  async hasSuspect(now: Instant): Promise<boolean> {
    return (await this.#connection.first(suspect, { now })) !== undefined
  }

  /** Takes at most one of those and counts the attempt. */
  claimSuspect(claimed: Omit<Claim, 'limit'>) {
    return this.#connection.all(claimSuspect, claimed)
  }

  /** What waits for its next attempt in a channel is due now. Entries learn of it when they are tried. */
  async makeDueNow(channel: string, now: Instant): Promise<void> {
    await this.#connection.change(makeDueNow, { channel, now })
  }

  /** Deliveries whose lease has run out. */
  stuck(now: Instant, limit: number) {
    return this.#connection.all(stuck, { now, limit })
  }
}
